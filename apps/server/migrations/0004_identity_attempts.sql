-- How often something was tried that must not be tried without end, such as signing in; the key says what, by whom, hashed.
create table identity_attempt (
  key text primary key check (length(key) <= 200),
  tries integer not null,
  resets_at timestamptz not null
);
create index identity_attempt_resets on identity_attempt (resets_at);
create index identity_code_sent_outdated on identity_code_sent (sent_at);
