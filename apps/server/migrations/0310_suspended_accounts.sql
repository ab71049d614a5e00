-- Accounts that a system administrator suspended or deleted. Their data stays; only system administrators restore a deleted one.
alter table account
  add column suspended_at timestamptz,
  add column suspended_reason text check (length(suspended_reason) <= 300),
  add column deleted_by_system boolean not null default false,
  add check ((suspended_at is null) = (suspended_reason is null)),
  add check (deleted_at is not null or not deleted_by_system);
create index account_suspended on account (id) where suspended_at is not null;
