-- Questions that repeat. `next_run_at` is computed from the rule, in its time zone, whenever the schedule changes or runs.
create table schedule (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'schedule\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  title text not null,
  -- As the contract's ScheduledQuestion.
  question jsonb not null,
  -- As the contract's ScheduleRule.
  rule jsonb not null,
  ends_on date,
  max_runs integer check (max_runs >= 1),
  state text collate "C" not null default 'active' check (state in ('active', 'paused', 'ended')),
  pause_reason text collate "C" check (pause_reason in ('owner', 'failures', 'access')),
  next_run_at timestamptz,
  -- Runs by the clock, without those that a person started.
  run_count integer not null default 0,
  failures_in_row integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade,
  check ((state = 'active') = (next_run_at is not null)),
  check ((state = 'paused') = (pause_reason is not null))
);
create index schedule_due on schedule (next_run_at) where state = 'active';
create index schedule_person on schedule (account_id, user_id);
create index schedule_room on schedule (account_id, room_id);

-- A run. Its row, with the ids of its chat and turn, is committed before the question is asked, so that whichever process asks it
-- asks the same one: it becomes one turn.
create table schedule_run (
  account_id text collate "C" not null,
  schedule_id text collate "C" not null,
  due_at timestamptz not null,
  chat_id text collate "C" not null,
  turn_id text collate "C" not null,
  message_id text collate "C" not null,
  -- Started by a person, not by the clock.
  is_manual boolean not null default false,
  state text collate "C" not null default 'waiting'
    check (state in ('waiting', 'running', 'succeeded', 'failed', 'stopped')),
  error_code text check (length(error_code) <= 60),
  attempts integer not null default 0,
  -- Until then another process leaves it alone.
  lease_expires_at timestamptz not null default '-infinity',
  ended_at timestamptz,
  primary key (account_id, schedule_id, due_at),
  foreign key (account_id, schedule_id) references schedule on delete cascade,
  check ((state in ('succeeded', 'failed', 'stopped')) = (ended_at is not null))
);
create index schedule_run_open on schedule_run (lease_expires_at) where state in ('waiting', 'running');

grant select, insert, update, delete on schedule, schedule_run to atrium_app;
alter table schedule enable row level security;
create policy schedule_tenant on schedule to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table schedule_run enable row level security;
create policy schedule_run_tenant on schedule_run to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
