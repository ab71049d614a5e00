-- What a chat's answers are asked to be like: one line for each modifier that is set.
alter table chat add column modifiers jsonb not null default '{}';

-- Questions that could follow an answer, once they were asked for.
alter table turn add column followups jsonb;

-- Calls that shape a question or a text of an answer: what credits are held and charged for beside turns. No text is kept.
create table shaping_call (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'shaping\_%' and length(id) <= 60),
  user_id text collate "C" not null references identity_user,
  kind text not null check (kind in ('magic-write', 'custom-prompt', 'followups')),
  turn_id text collate "C",
  model_id text not null check (length(model_id) <= 200),
  state text not null default 'open' check (state in ('open', 'finished', 'stopped', 'failed')),
  error_code text check (length(error_code) <= 60),
  usage jsonb,
  credits_charged_milli bigint not null default 0,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, id),
  check ((state = 'open') = (ended_at is null))
);
create unique index shaping_call_id on shaping_call (id);
create index shaping_call_recent on shaping_call (account_id, user_id, started_at);
create index shaping_call_open on shaping_call (started_at) where state = 'open';
-- Questions that could follow an answer are thought of once at a time.
create unique index shaping_call_followups on shaping_call (account_id, turn_id) where kind = 'followups' and state = 'open';

grant select, insert, update on shaping_call to atrium_app;
alter table shaping_call enable row level security;
create policy shaping_call_tenant on shaping_call to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
