-- Credits that system administrators give accounts, once or every month. The ledger's entries of a grant name it in their reference.
create table credit_grant (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'grant\_%' and length(id) <= 60),
  amount_milli bigint not null check (amount_milli > 0),
  frequency text not null check (frequency in ('once', 'monthly')),
  reason text not null check (length(reason) between 1 and 200),
  -- Null: by a command on the server.
  granted_by text references identity_user on delete set null,
  granted_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at is null or frequency = 'monthly'),
  primary key (account_id, id)
);
create unique index credit_grant_id on credit_grant (id);

-- Tenants read the grants that their month comes with; only system administrators make and end them.
grant select on credit_grant to atrium_app;
alter table credit_grant enable row level security;
create policy credit_grant_tenant on credit_grant for select to atrium_app using (account_id = current_account());
