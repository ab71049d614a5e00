-- What belongs to the installation as a whole. Only the system reads and writes it.

-- A mark by which a start recognizes the secret that this database was set up with; the secret itself is not here.
create table installation (
  only_row boolean primary key default true check (only_row),
  secret_mark text not null,
  created_at timestamptz not null default now()
);

-- The running processes. One that has not been seen for a while is gone.
create table node (
  id text primary key,
  public_url text not null,
  seen_at timestamptz not null default clock_timestamp()
);
