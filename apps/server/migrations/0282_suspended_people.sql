-- People whom a system administrator suspended: they keep everything and cannot sign in.
alter table identity_user
  add column suspended_at timestamptz,
  add column suspended_reason text check (length(suspended_reason) <= 300),
  add check ((suspended_at is null) = (suspended_reason is null));

alter table person_change drop constraint person_change_action_check;
alter table person_change add constraint person_change_action_check check (action in (
  'admin-made', 'admin-removed', 'sessions-ended', 'unlocked', 'list-exported', 'suspended', 'reinstated'));
