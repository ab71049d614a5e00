-- Settings that system administrators change on the running system. They are no tenant's: atrium_app may not even read them.
create table system_setting (
  name text collate "C" primary key check (length(name) <= 40),
  value jsonb not null,
  -- A secret that belongs to the setting, sealed by a key that is derived from the installation's secret.
  secret_sealed text check (length(secret_sealed) <= 4000),
  changed_at timestamptz not null default now(),
  changed_by text collate "C" not null references identity_user
);
