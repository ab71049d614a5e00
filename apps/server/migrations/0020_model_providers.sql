-- Providers of models that system administrators add on the running system, beside those of the file of models. They are no
-- tenant's: atrium_app, as which requests of accounts work, may not even read them.
create table model_provider (
  id text collate "C" primary key check (id like 'provider\_%' and length(id) <= 60),
  kind text not null check (kind in ('openai', 'anthropic', 'google', 'azure', 'mistral', 'openai-compatible', 'ollama')),
  display_name text not null check (length(display_name) between 1 and 60),
  base_url text not null check (length(base_url) <= 300),
  -- Sealed by a key that is derived from the installation's secret and stands in no table.
  key_sealed text check (length(key_sealed) <= 4000),
  key_ends_with text check (length(key_ends_with) <= 4),
  key_set_at timestamptz,
  stall_seconds integer not null check (stall_seconds between 1 and 600),
  is_enabled boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  check ((key_sealed is null) = (key_set_at is null) and (key_sealed is not null or key_ends_with is null))
);

create table offered_model (
  id text collate "C" primary key check (length(id) <= 121),
  provider_id text collate "C" not null references model_provider on delete cascade,
  place integer not null,
  details jsonb not null
);
create index offered_model_provider on offered_model (provider_id, place);

-- What system administrators did to providers; stays when the provider goes. No key is ever in it.
create table provider_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text collate "C" not null references identity_user,
  provider_id text collate "C" not null,
  provider_name text not null check (length(provider_name) <= 60),
  action text not null check (action in ('added', 'changed', 'key-changed', 'switched-on', 'switched-off', 'removed')),
  fields text[] not null default '{}'
);
