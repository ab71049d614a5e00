-- The versions of a forced sign-out for which the sessions of before were ended: each does it once, whichever process sees it first.
create table forced_sign_out (
  version text collate "C" primary key check (length(version) <= 100),
  ended_at timestamptz not null default now()
);

-- Pictures of announcements, by the hash of their bytes. Everybody may load them, signed in or not.
create table notice_picture (
  name text collate "C" primary key check (length(name) <= 40),
  content_type text collate "C" not null check (length(content_type) <= 40),
  bytes bytea not null check (length(bytes) <= 1048576),
  created_at timestamptz not null default now()
);
