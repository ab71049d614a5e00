-- Agent jobs: each writes the answer of one turn, as a list of steps. The turn stays open meanwhile, with a lease that has no end
-- ('infinity'); the job has the lease that its workers renew and take over. Both leases have a number that only grows (fencing).
create table agent_job (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'invocation\_%' and length(id) <= 60),
  turn_id text collate "C" not null,
  chat_id text collate "C" not null,
  room_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  kind text collate "C" not null check (kind in ('research')),
  state text collate "C" not null default 'pending'
    check (state in ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled')),
  reviews_plan boolean not null default false,
  -- The plan as its owner confirmed it.
  confirmed_plan jsonb,
  budget_milli bigint not null check (budget_milli >= 0),
  -- The price of the finished steps.
  spent_milli bigint not null default 0 check (spent_milli >= 0),
  -- Why it waits: {reason, moreCredits}.
  pause jsonb,
  error_code text check (length(error_code) <= 60),
  lease_owner text,
  lease_number integer not null default 0,
  lease_expires_at timestamptz not null default '-infinity',
  -- Attempts since the last finished step.
  attempts integer not null default 0,
  -- Time of all steps, for the time limit.
  worked_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, id),
  unique (account_id, turn_id),
  foreign key (account_id, turn_id) references turn on delete cascade,
  check ((state in ('completed', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((state = 'paused') = (pause is not null))
);
create index agent_job_due on agent_job (lease_expires_at) where state in ('pending', 'running', 'paused');
create index agent_job_person on agent_job (account_id, user_id, created_at desc);
create index agent_job_account on agent_job (account_id, created_at desc);

-- A finished step; a step without a row is done again.
create table agent_job_step (
  account_id text collate "C" not null,
  job_id text collate "C" not null,
  position integer not null check (position >= 0),
  key text collate "C" not null check (length(key) <= 60),
  kind text collate "C" not null check (length(kind) <= 20),
  title text not null check (length(title) <= 400),
  -- SHA-256 of the step's input.
  input_hash text collate "C" not null,
  output jsonb not null,
  usage jsonb,
  cost_milli bigint not null default 0 check (cost_milli >= 0),
  tool_calls integer not null default 0,
  duration_ms integer not null,
  ended_at timestamptz not null default now(),
  primary key (account_id, job_id, position),
  unique (account_id, job_id, key),
  foreign key (account_id, job_id) references agent_job on delete cascade
);

grant select, insert, update, delete on agent_job to atrium_app;
grant select, insert, delete on agent_job_step to atrium_app;
alter table agent_job enable row level security;
create policy agent_job_tenant on agent_job to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table agent_job_step enable row level security;
create policy agent_job_step_tenant on agent_job_step to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());

alter table credit_hold drop constraint credit_hold_kind_check;
alter table credit_hold add constraint credit_hold_kind_check check (kind in ('question', 'picture', 'shaping', 'job'));

-- A raised hold has an entry for each raise; everything else stays unique.
alter table credit_entry drop constraint credit_entry_account_id_holder_reference_kind_key;
create unique index credit_entry_once on credit_entry (account_id, holder, reference, kind) where kind <> 'hold';
create index credit_entry_reference on credit_entry (account_id, reference);
