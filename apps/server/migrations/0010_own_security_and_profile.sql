-- When and from where a session was used last: renewed with its access token.
alter table identity_session
  add column last_used_at timestamptz not null default now(),
  add column last_ip_address text;

-- The authenticator of a user: the shared secret, sealed, and the time step whose code was used last, so that no code is
-- good twice. Without `confirmed_at` it is being set up and asks nobody for anything.
create table identity_second_factor (
  user_id text primary key references identity_user on delete cascade,
  secret_sealed text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create table identity_recovery_code (
  user_id text not null references identity_user on delete cascade,
  code_hash text not null check (length(code_hash) = 43),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table identity_passkey (
  id text collate "C" primary key check (id like 'passkey\_%' and length(id) <= 60),
  user_id text not null references identity_user on delete cascade,
  credential_id text collate "C" not null unique check (length(credential_id) between 16 and 1400),
  public_key bytea not null check (octet_length(public_key) <= 4000),
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index identity_passkey_user on identity_passkey (user_id, created_at);

-- Challenges that authenticators were given, each good once; `user_id` only for those that add a passkey.
create table identity_passkey_challenge (
  challenge_hash text primary key check (length(challenge_hash) = 43),
  user_id text references identity_user on delete cascade,
  expires_at timestamptz not null
);
create index identity_passkey_challenge_expires on identity_passkey_challenge (expires_at);

-- Sign-ins that still need a step after the first proof.
create table identity_sign_in_ticket (
  ticket_hash text primary key check (length(ticket_hash) = 43),
  user_id text not null references identity_user on delete cascade,
  step text not null check (step in ('second-factor', 'undo-deletion')),
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index identity_sign_in_ticket_user on identity_sign_in_ticket (user_id);

alter table user_profile
  add column email_frequency text not null default 'DAILY' check (email_frequency in ('DAILY', 'NEVER'));

-- Who has deleted themselves and can still undo it; with the accounts that were theirs alone and go with them. The row stays,
-- with `erased_at`, when everything else is gone.
create table user_deletion (
  user_id text primary key references identity_user on delete cascade,
  requested_at timestamptz not null,
  erase_at timestamptz not null,
  account_ids text[] not null default '{}',
  erased_at timestamptz
);
create index user_deletion_due on user_deletion (erase_at) where erased_at is null;

-- Pictures of people: a form was given out, the picture has arrived. The name is also its address, so it cannot be guessed.
create table user_picture (
  name text collate "C" primary key check (name ~ '^[0-9a-f]{32}\.(png|jpg)$'),
  user_id text not null references identity_user on delete cascade,
  requested_at timestamptz not null default now(),
  uploaded_at timestamptz
);
create index user_picture_user on user_picture (user_id);

-- Copies of everything of a person, made on their wish and erased after some days.
create table user_export (
  id text collate "C" primary key check (id like 'export\_%' and length(id) <= 60),
  user_id text not null references identity_user on delete cascade,
  requested_at timestamptz not null default now(),
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  size_bytes bigint,
  ready_at timestamptz,
  expires_at timestamptz
);
create index user_export_user on user_export (user_id, requested_at);
create unique index user_export_making on user_export (user_id) where state = 'making';
create index user_export_expires on user_export (expires_at) where expires_at is not null;
