-- The charges of a finished month (UTC) in columns, one row a month: reports of a year read megabytes, not a million rows. The worker
-- writes them (reports/seal-months.ts), so settling a charge costs nothing more. Derived from credit_hold, and exact to the minute.
create table usage_month (
  account_id text collate "C" not null references account on delete cascade,
  month date not null check (extract(day from month) = 1),
  charges integer not null check (charges >= 0),
  -- What the numbers stand for: 1 for the first value; 0 stands for none.
  members text[] not null,
  rooms text[] not null,
  models text[] not null,
  kinds text[] not null,
  -- By member, room, model and quarter of an hour since the month began: [number, requests, thousandths of a credit].
  totals json not null,
  -- One value for each charge, all in the same order: 4-byte integers, and an 8-byte float for thousandths of a credit, big-endian.
  minutes bytea not null check (length(minutes) = 4 * charges),
  member_numbers bytea not null check (length(member_numbers) = 4 * charges),
  room_numbers bytea not null check (length(room_numbers) = 4 * charges),
  model_numbers bytea not null check (length(model_numbers) = 4 * charges),
  kind_numbers bytea not null check (length(kind_numbers) = 4 * charges),
  milli bytea not null check (length(milli) = 8 * charges),
  primary key (account_id, month)
);
-- Uncompressed: decompressing takes longer than reading.
alter table usage_month
  alter minutes set storage external, alter member_numbers set storage external, alter room_numbers set storage external,
  alter model_numbers set storage external, alter kind_numbers set storage external, alter milli set storage external;

grant select on usage_month to atrium_app;
alter table usage_month enable row level security;
create policy usage_month_tenant on usage_month to atrium_app using (account_id = current_account());

-- A person's own history is summed and ordered from the index alone.
drop index credit_hold_usage_person;
create index credit_hold_usage_person on credit_hold (account_id, user_id, closed_at)
  include (turn_id, room_id, model_id, kind, charged_milli) where state = 'settled';
