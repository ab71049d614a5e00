-- Pictures that questions come with. A row is made with the form by which its picture is to come; `stored_at` says that it has come,
-- was looked at and cleaned. It stays for as long as a question has it.
create table attachment (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'file\_%' and length(id) <= 60),
  owner_id text collate "C" not null references identity_user,
  storage_key text collate "C" not null check (length(storage_key) <= 300),
  name text not null check (length(name) between 1 and 255),
  content_type text not null check (length(content_type) <= 200),
  size_bytes bigint check (size_bytes > 0),
  requested_at timestamptz not null default now(),
  stored_at timestamptz,
  primary key (account_id, id),
  check (stored_at is null or size_bytes is not null)
);
create unique index attachment_key on attachment (storage_key);
create index attachment_requested on attachment (requested_at);
create index attachment_owner_pending on attachment (account_id, owner_id) where stored_at is null;

create table message_attachment (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  file_id text collate "C" not null,
  position integer not null check (position > 0),
  primary key (account_id, message_id, position),
  foreign key (account_id, message_id) references message on delete cascade,
  foreign key (account_id, file_id) references attachment on delete cascade
);
create index message_attachment_file on message_attachment (account_id, file_id);

grant select, insert, update on attachment to atrium_app;
grant select, insert on message_attachment to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['attachment', 'message_attachment'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
