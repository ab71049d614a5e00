-- Calls of tools that may change something: who consented, and which process made the call.
alter table chat add column uses_tools boolean not null default false;
alter table turn add column uses_tools boolean not null default false;

create table tool_call (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'tool-call\_%' and length(id) <= 60),
  turn_id text collate "C" not null,
  server_id text collate "C" not null,
  tool_name text collate "C" not null,
  form_hash text not null check (length(form_hash) = 64),
  state text not null check (state in ('waiting', 'allowed', 'refused', 'expired')),
  scope text check (scope in ('once', 'chat')),
  expires_at timestamptz not null,
  -- Set by the process that makes the call, before it does: no other makes it again.
  started_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, turn_id) references turn on delete cascade,
  check ((state = 'allowed') = (scope is not null))
);
create index tool_call_turn on tool_call (account_id, turn_id);

-- 'Always in this chat': for one person, one chat and one form of a tool.
create table tool_consent (
  account_id text collate "C" not null,
  chat_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  server_id text collate "C" not null,
  tool_name text collate "C" not null,
  form_hash text not null check (length(form_hash) = 64),
  granted_at timestamptz not null default now(),
  primary key (account_id, chat_id, user_id, server_id, tool_name),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, server_id) references tool_server on delete cascade
);
create index tool_consent_person on tool_consent (user_id);
create index tool_consent_server on tool_consent (account_id, server_id);

grant select, insert, update, delete on tool_call, tool_consent to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['tool_call', 'tool_consent'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
