-- Sign-ins to tool servers by OAuth: one for each server of an account, made by an admin.
create table tool_server_sign_in (
  account_id text collate "C" not null,
  server_id text collate "C" not null,
  issuer text not null check (length(issuer) between 1 and 500),
  -- The registered client and the endpoints of the authorization server, encrypted.
  client_sealed text not null,
  -- Access and refresh token, encrypted; null once the authorization server has refused to refresh them.
  tokens_sealed text,
  scopes text[] not null default '{}' check (cardinality(scopes) <= 40),
  -- Of the access token; null when it is unknown.
  expires_at timestamptz,
  signed_in_by text collate "C" references identity_user on delete set null,
  signed_in_at timestamptz not null default now(),
  -- Which refresh is running, and until when no other may start.
  lease text collate "C",
  lease_until timestamptz,
  primary key (account_id, server_id),
  foreign key (account_id, server_id) references tool_server on delete cascade,
  check ((lease is null) = (lease_until is null))
);
create index tool_server_sign_in_person on tool_server_sign_in (signed_in_by);

-- Sign-ins that wait for the person to return from the authorization server.
create table tool_server_sign_in_request (
  account_id text collate "C" not null,
  state_hash text collate "C" not null check (length(state_hash) = 43),
  server_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  session_id text collate "C" not null references identity_session on delete cascade,
  -- The client, the endpoints and the code verifier, encrypted.
  sealed text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash),
  foreign key (account_id, server_id) references tool_server on delete cascade
);
create index tool_server_sign_in_request_server on tool_server_sign_in_request (account_id, server_id);
create index tool_server_sign_in_request_person on tool_server_sign_in_request (user_id);
create index tool_server_sign_in_request_session on tool_server_sign_in_request (session_id);

-- Servers without a description of their sign-in need a token in a header.
update tool_server set problem = 'TOKEN_REQUIRED' where problem = 'SIGN_IN_REQUIRED';

grant select, insert, update, delete on tool_server_sign_in, tool_server_sign_in_request to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['tool_server_sign_in', 'tool_server_sign_in_request'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
