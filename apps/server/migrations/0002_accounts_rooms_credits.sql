create table account (
  id text collate "C" primary key check (id like 'account\_%' and length(id) <= 60),
  name text not null check (length(name) between 1 and 80),
  logo_filename text check (length(logo_filename) <= 200),
  plan_name text not null default 'Basic' check (length(plan_name) <= 60),
  created_by text not null references identity_user,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table membership (
  account_id text collate "C" not null references account on delete cascade,
  user_id text collate "C" not null references identity_user on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null default 'JOINED' check (status in ('INVITED', 'JOINED', 'ACCEPTED')),
  joined_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index membership_user on membership (user_id);
-- Exactly one owner at any time (ACC-07).
create unique index membership_one_owner on membership (account_id) where role = 'owner';

create table room (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'room\_%' and length(id) <= 60),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  logo_filename text check (length(logo_filename) <= 200),
  access_type text not null check (access_type in ('PRIVATE', 'PUBLIC')),
  created_by text not null references identity_user,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index room_name on room (account_id, lower(name)) where deleted_at is null;

create table room_member (
  account_id text collate "C" not null,
  room_id text collate "C" not null,
  user_id text collate "C" not null,
  membership_type text not null check (membership_type in ('MEMBER', 'OWNER', 'ADMIN')),
  added_at timestamptz not null default now(),
  primary key (account_id, room_id, user_id),
  foreign key (account_id, room_id) references room on delete cascade,
  foreign key (account_id, user_id) references membership on delete cascade
);
create index room_member_user on room_member (account_id, user_id);

-- Credits, in thousandths. A holder is 'team' or a user id. The balance of a holder is the sum of its entries; the row in
-- credit_balance is that sum, kept by the same transaction, so that it can be taken by one conditional update.
create table credit_balance (
  account_id text collate "C" not null references account on delete cascade,
  holder text collate "C" not null check (length(holder) <= 60),
  available_milli bigint not null,
  primary key (account_id, holder),
  check (available_milli >= 0)
);
create table credit_hold (
  account_id text collate "C" not null references account on delete cascade,
  turn_id text collate "C" not null check (length(turn_id) <= 60),
  user_id text collate "C" not null,
  held_milli bigint not null check (held_milli >= 0),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  charged_milli bigint not null default 0 check (charged_milli >= 0 and charged_milli <= held_milli),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (account_id, turn_id)
);
create index credit_hold_open on credit_hold (created_at) where state = 'open';
create table credit_entry (
  account_id text collate "C" not null references account on delete cascade,
  id bigint generated always as identity,
  holder text collate "C" not null,
  kind text not null check (kind in ('grant', 'expire', 'hold', 'release', 'charge')),
  amount_milli bigint not null,
  -- What it was for: a turn id, or a period such as 'month:2026-11'.
  reference text collate "C" not null check (length(reference) <= 100),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, holder, reference, kind)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'credit_entry is append-only';
end $$;
create trigger credit_entry_append_only before update on credit_entry for each row execute function refuse_change();

grant select, insert, update on account, membership, room, room_member, credit_balance, credit_hold to atrium_app;
grant delete on membership, room_member to atrium_app;
grant select, insert on credit_entry to atrium_app;
grant select on identity_user, user_profile to atrium_app;

alter table account enable row level security;
create policy account_tenant on account to atrium_app using (id = current_account()) with check (id = current_account());
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['membership', 'room', 'room_member', 'credit_balance', 'credit_hold', 'credit_entry'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
