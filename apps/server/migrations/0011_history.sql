-- What the owner of a chat keeps of it: a star, and up to when they have seen it. `answered_at` is when its last answer ended.
-- A temporary chat is in no list and no search, and is erased as soon as it is left.
alter table chat
  add column is_starred boolean not null default false,
  add column is_temporary boolean not null default false,
  add column answered_at timestamptz,
  add column seen_at timestamptz not null default now();
drop index chat_history;
create index chat_history on chat (account_id, owner_id, asked_at desc, id desc)
  where deleted_at is null and not is_temporary;
create index chat_starred on chat (account_id, owner_id, asked_at desc, id desc)
  where deleted_at is null and not is_temporary and is_starred;
create index chat_unseen on chat (account_id, owner_id, room_id, asked_at desc)
  where deleted_at is null and not is_temporary and answered_at > seen_at;
create index chat_temporary on chat (asked_at) where is_temporary;

-- Labels belong to a person in an account; no two of them have one name, whatever its case and accents.
create table chat_label (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'label\_%' and length(id) <= 60),
  owner_id text collate "C" not null references identity_user,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index chat_label_name on chat_label (account_id, owner_id, fold_text(name));

create table chat_labelled (
  account_id text collate "C" not null,
  chat_id text collate "C" not null,
  label_id text collate "C" not null,
  primary key (account_id, chat_id, label_id),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, label_id) references chat_label on delete cascade
);
create index chat_labelled_label on chat_labelled (account_id, label_id, chat_id);

grant select, insert, update, delete on chat_label to atrium_app;
grant select, insert, delete on chat_labelled to atrium_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['chat_label', 'chat_labelled'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
