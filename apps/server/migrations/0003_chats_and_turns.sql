create table chat (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'chat\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  owner_id text collate "C" not null references identity_user,
  title text not null default '' check (length(title) <= 120),
  -- Where the title comes from; a person's is never replaced by the automatic one.
  title_source text not null default 'none' check (title_source in ('none', 'automatic', 'person')),
  current_turn_id text collate "C",
  question_count integer not null default 0,
  credits_used_milli bigint not null default 0,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room
);
-- A chat's id is minted by a browser: no two accounts can hold the same.
create unique index chat_id on chat (id);
create index chat_history on chat (account_id, owner_id, asked_at desc, id desc) where deleted_at is null;

create table message (
  account_id text collate "C" not null,
  chat_id text collate "C" not null,
  id text collate "C" not null check (id like 'message\_%' and length(id) <= 60),
  author_id text collate "C" not null references identity_user,
  text text not null check (length(text) <= 200000),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, chat_id) references chat on delete cascade
);
create index message_chat on message (account_id, chat_id);

create table turn (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'turn\_%' and length(id) <= 60),
  chat_id text collate "C" not null,
  parent_turn_id text collate "C",
  position integer not null check (position > 0),
  question_message_id text collate "C" not null,
  continues_turn_id text collate "C",
  asked_by text collate "C" not null references identity_user,
  requested_model_id text not null check (length(requested_model_id) <= 200),
  style text not null check (style in ('quick', 'deep')),
  request_hash text not null,

  state text not null default 'open' check (state in ('open', 'answered', 'stopped', 'failed', 'interrupted')),
  model_id text check (length(model_id) <= 200),
  model_name text check (length(model_name) <= 200),
  sandbox boolean not null default false,
  parts jsonb not null default '[]',
  last_event_id integer not null default 0,
  error_code text check (length(error_code) <= 60),
  retry_after_seconds integer,
  usage jsonb,
  credits_charged_milli bigint,
  rating text check (rating in ('up', 'down')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,

  -- The lease of whoever writes the answer. The number only grows: a writer with an older one is too late (fencing).
  lease_owner text,
  lease_number integer not null default 0,
  lease_expires_at timestamptz,
  stop_requested_at timestamptz,
  attempts integer not null default 0,

  primary key (account_id, id),
  unique (account_id, chat_id, position),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, question_message_id) references message,
  check ((state = 'open') = (ended_at is null))
);
create unique index turn_id on turn (id);
create index turn_open on turn (lease_expires_at) where state = 'open';
create index turn_asked_by_open on turn (account_id, asked_by) where state = 'open';

-- The log of what was streamed: batches of events of one turn, numbered without gaps, appended before they are sent.
create table turn_log (
  account_id text collate "C" not null,
  turn_id text collate "C" not null,
  first_event_id integer not null check (first_event_id > 0),
  last_event_id integer not null,
  -- A JSON array of the events first_event_id..last_event_id as text: it is only ever handed on.
  events text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, turn_id, first_event_id),
  -- No foreign key: every append joins with its turn already, and it is the hottest insert of all.
  check (last_event_id >= first_event_id)
);
create index turn_log_created on turn_log (created_at);

grant select, insert, update on chat, turn to atrium_app;
grant select, insert on message, turn_log to atrium_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['chat', 'message', 'turn', 'turn_log'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
