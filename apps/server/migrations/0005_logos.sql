-- Every logo that somebody was given a form to upload: for which account, and whether its picture has arrived. The name is
-- also its address, so it cannot be guessed.
create table logo (
  account_id text collate "C" not null references account on delete cascade,
  name text collate "C" not null check (name ~ '^[0-9a-f]{32}\.(png|jpg)$'),
  requested_by text not null references identity_user,
  requested_at timestamptz not null default now(),
  uploaded_at timestamptz,
  primary key (account_id, name)
);
create unique index logo_name on logo (name);

grant select, insert, update on logo to atrium_app;
alter table logo enable row level security;
create policy logo_tenant on logo to atrium_app using (account_id = current_account()) with check (account_id = current_account());
