-- Servers of the Model Context Protocol that accounts connect, their tools, and which of them rooms use.
create table tool_server (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'tool-server\_%' and length(id) <= 60),
  name text not null check (length(name) between 1 and 60),
  prefix text collate "C" not null check (prefix ~ '^[a-z][a-z0-9]{0,19}$'),
  url text check (length(url) between 1 and 500),
  -- The name of a server in the operator's configuration.
  installed_name text check (length(installed_name) between 1 and 60),
  -- The headers with their values, encrypted; their names are shown.
  headers_sealed text,
  header_names text[] not null default '{}' check (cardinality(header_names) <= 10),
  headers_set_at timestamptz,
  is_enabled boolean not null default true,
  revision integer not null default 1 check (revision > 0),
  problem text,
  checked_at timestamptz,
  created_by text collate "C" references identity_user on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, prefix),
  check ((url is null) <> (installed_name is null))
);

-- A tool as an admin accepted it, and as its server offered it last. A tool that is neither is deleted.
create table server_tool (
  account_id text collate "C" not null,
  server_id text collate "C" not null,
  name text collate "C" not null check (length(name) between 1 and 128),
  accepted jsonb,
  accepted_hash text check (length(accepted_hash) = 64),
  offered jsonb,
  offered_hash text check (length(offered_hash) = 64),
  primary key (account_id, server_id, name),
  foreign key (account_id, server_id) references tool_server on delete cascade,
  check ((accepted is null) = (accepted_hash is null)),
  check ((offered is null) = (offered_hash is null)),
  check (accepted is not null or offered is not null)
);

-- How a room uses a tool; without a row it does not.
create table room_tool (
  account_id text collate "C" not null,
  room_id text collate "C" not null,
  server_id text collate "C" not null,
  tool_name text collate "C" not null,
  mode text not null check (mode in ('ask', 'auto')),
  primary key (account_id, room_id, server_id, tool_name),
  foreign key (account_id, room_id) references room on delete cascade,
  foreign key (account_id, server_id, tool_name) references server_tool on delete cascade
);
create index room_tool_tool on room_tool (account_id, server_id, tool_name);

grant select, insert, update, delete on tool_server, server_tool, room_tool to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['tool_server', 'server_tool', 'room_tool'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
