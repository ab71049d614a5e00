-- Versions of canvases: the document as it was, readable without the updates that led to it.
alter table canvas
  -- The number of the newest version; the numbers of deleted ones are not given again.
  add column version_number integer not null default 0,
  -- The number of the last update that a version includes; -1 without a version.
  add column version_seq bigint not null default -1,
  add column versioned_at timestamptz not null default now();
create index canvas_unversioned on canvas (updated_at) where version_seq < last_seq and deleted_at is null;

create table canvas_version (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  number integer not null check (number > 0),
  -- Null for one that was saved automatically and never named.
  name text check (length(name) between 1 and 120),
  -- The version that it restored.
  restored_from integer,
  -- The editor's JSON, as text: it may contain what `jsonb` refuses.
  document text not null,
  markdown text not null,
  word_count integer not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (account_id, canvas_id, number),
  foreign key (account_id, canvas_id) references canvas on delete cascade
);

-- Who changed the document since the version before.
create table canvas_version_author (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  number integer not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  primary key (account_id, canvas_id, number, user_id),
  foreign key (account_id, canvas_id, number) references canvas_version on delete cascade
);
create index canvas_version_author_user on canvas_version_author (user_id);

-- Who changed the document since its newest version, with the number of their last update.
create table canvas_author (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  last_seq bigint not null,
  primary key (account_id, canvas_id, user_id),
  foreign key (account_id, canvas_id) references canvas on delete cascade
);
create index canvas_author_user on canvas_author (user_id);

grant select, insert, update, delete on canvas_version, canvas_version_author, canvas_author to atrium_app;
alter table canvas_version enable row level security;
create policy canvas_version_tenant on canvas_version to atrium_app
  using (account_id = current_account() and exists (
    select from canvas where canvas.account_id = canvas_version.account_id and canvas.id = canvas_version.canvas_id))
  with check (account_id = current_account());
alter table canvas_version_author enable row level security;
create policy canvas_version_author_tenant on canvas_version_author to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table canvas_author enable row level security;
create policy canvas_author_tenant on canvas_author to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
