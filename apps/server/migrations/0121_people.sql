-- What system administrators do to people. None of it is a tenant's: atrium_app may not even read it.

alter table system_admin drop constraint system_admin_source_check;
alter table system_admin add constraint system_admin_source_check
  check (source in ('setup-link', 'command', 'page'));

create table person_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: by a command on the server.
  actor_id text collate "C" references identity_user,
  -- Null: the list as a whole.
  user_id text collate "C" references identity_user,
  action text not null check (action in ('admin-made', 'admin-removed', 'sessions-ended', 'unlocked', 'list-exported'))
);

-- Whose attempts they are, as a hash of the address or the user's id, and of what kind: so that a person can be shown as locked
-- out, and let in again.
alter table identity_attempt
  add column kind text,
  add column subject text;
create index identity_attempt_subject on identity_attempt (subject) where subject is not null;
