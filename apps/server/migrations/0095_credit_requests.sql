-- Members' requests for more credits. One open request a person and account; what was decided stays.
create table credit_request (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'request\_%' and length(id) <= 60),
  user_id text collate "C" not null references identity_user on delete cascade,
  reason text not null check (length(reason) <= 1000),
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'ended')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text collate "C" references identity_user on delete set null,
  granted_milli bigint check (granted_milli > 0),
  answer text check (length(answer) <= 1000),
  primary key (account_id, id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'approved') = (granted_milli is not null))
);
create unique index credit_request_open on credit_request (account_id, user_id) where state = 'open';
create index credit_request_person on credit_request (account_id, user_id, created_at);
create unique index credit_request_id on credit_request (id);

grant select, insert, update on credit_request to atrium_app;
alter table credit_request enable row level security;
create policy credit_request_tenant on credit_request to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
