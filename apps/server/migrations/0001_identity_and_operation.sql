-- The role under which every request works: it owns nothing, and row-level security binds it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'atrium_app') then
    create role atrium_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant atrium_app to %I', current_user);
end $$;
grant usage on schema public to atrium_app;

create function current_account() returns text language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '');
create function current_user_id() returns text language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '');

-- Identity: the tables of better-auth under names of our own, and what a person is beyond their credentials.
create table identity_user (
  id text collate "C" primary key check (id like 'user\_%' and length(id) <= 60),
  name text not null check (length(name) <= 200),
  email text not null check (length(email) <= 254),
  email_verified boolean not null default false,
  image text check (length(image) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index identity_user_email on identity_user (lower(email));

create table identity_session (
  id text collate "C" primary key check (length(id) <= 60),
  user_id text not null references identity_user on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text check (length(user_agent) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index identity_session_user on identity_session (user_id);

create table identity_credential (
  id text collate "C" primary key,
  user_id text not null references identity_user on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index identity_credential_user on identity_credential (user_id);

create table identity_verification (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index identity_verification_identifier on identity_verification (identifier);

-- Codes that were sent: how often, how many tries are left. Kept apart from better-auth, whose counters are not atomic.
create table identity_code (
  email text not null check (length(email) <= 254),
  purpose text not null check (purpose in ('verify-email', 'new-password')),
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (email, purpose)
);
create table identity_code_sent (
  email text not null,
  purpose text not null,
  sent_at timestamptz not null default now()
);
create index identity_code_sent_recent on identity_code_sent (email, sent_at);

create table identity_signing_key (
  id text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table user_profile (
  user_id text primary key references identity_user on delete cascade,
  first_name text not null check (length(first_name) <= 60),
  last_name text not null check (length(last_name) <= 60),
  language text check (language in ('en', 'fr', 'vi', 'zh', 'ar')),
  color_scheme text check (color_scheme in ('light', 'dark', 'auto')),
  time_zone text check (length(time_zone) <= 60),
  country text check (length(country) <= 2),
  terms_accepted_at timestamptz,
  recent_account_id text,
  auto_preference text check (auto_preference in ('fastest', 'balanced', 'best', 'cheapest')),
  created_at timestamptz not null default now()
);

-- Operation
create table idempotent_reply (
  user_id text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_reply_created on idempotent_reply (created_at);

create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null check (length(recipient) <= 254),
  kind text not null check (length(kind) <= 60),
  subject text not null check (length(subject) <= 500),
  text_body text not null,
  html_body text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now()
);
create index mail_outbox_waiting on mail_outbox (next_attempt_at) where sent_at is null;
create index mail_outbox_recipient on mail_outbox (recipient, kind, created_at);
