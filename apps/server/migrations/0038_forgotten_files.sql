-- Files whose text is forgotten, until what answers quote of them is erased as well. Written in the transaction that forgets.
create table forgotten_file (
  account_id text collate "C" not null references account on delete cascade,
  file_id text collate "C" not null,
  forgotten_at timestamptz not null default now(),
  primary key (account_id, file_id)
);
create index forgotten_file_age on forgotten_file (forgotten_at);

create function note_forgotten_file() returns trigger language plpgsql as $$
begin
  -- With its account, everything goes anyway.
  insert into forgotten_file (account_id, file_id)
  select account.id, old.file_id from account where account.id = old.account_id
  on conflict do nothing;
  return null;
end $$;
create trigger indexed_file_forgotten after delete on indexed_file for each row execute function note_forgotten_file();

grant select, insert on forgotten_file to atrium_app;
alter table forgotten_file enable row level security;
create policy forgotten_file_tenant on forgotten_file to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
