-- System administrators besides those that ATRIUM_ADMINS names. They are no tenant's: atrium_app may not even read them.
create table system_admin (
  user_id text collate "C" primary key references identity_user,
  -- 'setup-link': opened the one-time link of the first start; 'command': named on the server's command line.
  source text not null check (source in ('setup-link', 'command')),
  granted_at timestamptz not null default now()
);

-- Each setup link can be used once. The next link is derived from the number of links used before, so this count only grows.
create table setup_link_use (
  number integer primary key check (number >= 0),
  used_at timestamptz not null default now()
);
