-- Plans that accounts subscribe to, orders and their payments. Amounts are minor units of the currency: US cents, Indian paise.

-- The plan of a subscription has its own name, `Team@1a2b3c4d`, so that a change of the plans file doesn't change it.
alter table account drop constraint account_plan_name_check;
alter table account add constraint account_plan_name_check check (length(plan_name) <= 80);

create table billing_details (
  account_id text collate "C" primary key references account on delete cascade,
  details jsonb not null,
  changed_at timestamptz not null default now()
);

create table payment_order (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'order\_%' and length(id) <= 60),
  -- Null: an automatic renewal, or a person who is gone.
  user_id text collate "C" references identity_user on delete set null,
  kind text not null check (kind in ('pack', 'plan', 'renewal')),
  item_name text not null check (length(item_name) between 1 and 60),
  -- The pack or plan as it was bought.
  item jsonb not null,
  credits integer not null check (credits >= 0),
  member_credits integer not null check (member_credits >= 0),
  currency text not null check (currency in ('USD', 'INR')),
  net_minor bigint not null check (net_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  tax jsonb,
  buyer jsonb not null,
  seller jsonb not null,
  is_sandbox boolean not null,
  status text not null default 'INITIATED' check (status in ('COMPLETED', 'INITIATED', 'PENDING', 'CANCELLED', 'FAILED')),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- At the provider.
  checkout_id text,
  checkout_url text,
  payment_id text,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and net_minor + tax_minor),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  -- Thousandths of a credit that refunds and disputes took back from the account, and how often that changed.
  taken_milli bigint not null default 0 check (taken_milli between 0 and credits::bigint * 1000),
  taken_changes integer not null default 0,
  -- Of a plan: the first day of the period that it pays.
  period_start date,
  receipt_number text,
  primary key (account_id, id),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
create unique index payment_order_id on payment_order (id);
create unique index payment_order_receipt on payment_order (receipt_number) where receipt_number is not null;
create unique index payment_order_payment on payment_order (payment_id) where payment_id is not null;
create unique index payment_order_open_plan on payment_order (account_id) where kind <> 'pack' and status in ('INITIATED', 'PENDING');
create index payment_order_newest on payment_order (account_id, created_at desc, id desc);
create index payment_order_open on payment_order (created_at) where status in ('INITIATED', 'PENDING');

-- Receipts stay when the account is erased: sellers have to keep them. One counter for each seller and year; its row is locked until
-- the payment commits, so that numbers have no gaps.
create table receipt_counter (
  series text collate "C" primary key,
  last_number integer not null check (last_number > 0)
);
create table receipt (
  number text collate "C" primary key,
  order_id text collate "C" not null unique,
  issued_at timestamptz not null,
  content jsonb not null
);

create table subscription (
  account_id text collate "C" primary key references account on delete cascade,
  plan_key text collate "C" not null,
  plan jsonb not null,
  currency text not null check (currency in ('USD', 'INR')),
  price_minor bigint not null check (price_minor >= 0),
  -- The day of the month on which it renews, kept through shorter months.
  anchor_day smallint not null check (anchor_day between 1 and 31),
  period_start date not null,
  period_end date not null check (period_end > period_start),
  -- What the account has after the period, when it is not the same plan.
  next_plan text,
  next_price_minor bigint,
  is_past_due boolean not null default false,
  last_order_id text collate "C" not null,
  customer_id text,
  payment_method_id text
);
create index subscription_due on subscription (period_end);

-- The provider's events with a valid signature: only what names the payment, since processing reads its state from the provider.
create table payment_event (
  id text collate "C" primary key check (length(id) <= 255),
  type text not null,
  happened_at timestamptz not null,
  order_id text,
  payment_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index payment_event_waiting on payment_event (received_at) where processed_at is null;
create index payment_event_newest on payment_event (happened_at desc);

-- The period whose credits an account has, when it is not the calendar month: since its subscription's last payment.
create table credit_period (
  account_id text collate "C" primary key references account on delete cascade,
  starts_on date not null
);

-- Credits taken back after a refund; only these may take a balance below zero.
alter table credit_entry drop constraint credit_entry_kind_check;
alter table credit_entry add constraint credit_entry_kind_check
  check (kind in ('grant', 'expire', 'hold', 'release', 'charge', 'revoke'));
alter table credit_balance add column revoked_milli bigint not null default 0 check (revoked_milli >= 0);
alter table credit_balance drop constraint credit_balance_available_milli_check;
alter table credit_balance add constraint credit_balance_available_milli_check check (available_milli >= -revoked_milli);

grant select, insert, update on billing_details, payment_order, subscription to atrium_app;
grant select on credit_period to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['billing_details', 'payment_order', 'subscription', 'credit_period'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
