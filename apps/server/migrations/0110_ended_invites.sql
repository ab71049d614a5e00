-- Invitations and public links that ended because who made them is an admin no longer are listed to the other admins, until they
-- invite again or dismiss them.
alter table invite
  add column ended_because text check (ended_because in ('admin-removed', 'admin-left', 'admin-demoted')),
  add column dismissed_at timestamptz;
alter table invite_link
  add column ended_because text check (ended_because in ('admin-removed', 'admin-left', 'admin-demoted')),
  add column dismissed_at timestamptz;
create index invite_ended on invite (account_id, settled_at) where ended_because is not null and dismissed_at is null;
create index invite_link_ended on invite_link (account_id, revoked_at) where ended_because is not null and dismissed_at is null;
