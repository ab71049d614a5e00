-- When a person saw or skipped the welcome. People from before it know the product.
alter table user_profile add column welcomed_at timestamptz;
update user_profile set welcomed_at = now();

-- Admins who closed the list of first steps of their account.
create table first_steps_dismissal (
  account_id text collate "C" not null,
  user_id text collate "C" not null,
  dismissed_at timestamptz not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references membership (account_id, user_id) on delete cascade
);
grant select, insert on first_steps_dismissal to atrium_app;
alter table first_steps_dismissal enable row level security;
create policy first_steps_dismissal_tenant on first_steps_dismissal to atrium_app
  using (account_id = current_account() and user_id = current_user_id())
  with check (account_id = current_account() and user_id = current_user_id());
