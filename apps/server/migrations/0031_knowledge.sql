-- Knowledge bases: collections of files of a room, to be asked beside its context. What is deleted keeps its row until its bytes
-- are gone.
create table knowledge_base (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'base\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  created_by text collate "C" references identity_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade
);
create unique index knowledge_base_name on knowledge_base (account_id, room_id, lower(name)) where deleted_at is null;
create index knowledge_base_pages on knowledge_base (account_id, room_id, created_at desc, id) where deleted_at is null;

-- A file is of the context of its room, or of a base of it. One that came for a base which is still to be made has `for_base` and no
-- base yet; it is nobody's file for a day at most. `reserved_bytes` is what its form took of the quota while it was to come.
alter table room_file add column base_id text collate "C";
alter table room_file add column for_base boolean not null default false;
alter table room_file add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
alter table room_file add foreign key (account_id, base_id) references knowledge_base on delete cascade;
alter table room_file add check (base_id is null or for_base);
drop index room_file_name;
create unique index room_file_name on room_file (account_id, room_id, lower(name))
  where stored_at is not null and deleted_at is null and not for_base;
create unique index room_file_base_name on room_file (account_id, base_id, lower(name))
  where stored_at is not null and deleted_at is null and base_id is not null;
drop index room_file_pages;
create index room_file_pages on room_file (account_id, room_id, stored_at desc, id)
  where stored_at is not null and deleted_at is null and not for_base;
create index room_file_base_pages on room_file (account_id, base_id, stored_at desc, id)
  where stored_at is not null and deleted_at is null and base_id is not null;

-- What is known of the text of a file: a file of a room, or one that a question came with. `scope_id` is what is searched together:
-- the id of a room (its context), of a base, or of the file itself when a question came with it. `run` counts the tries, so that one
-- that was given up cannot write any more.
create table indexed_file (
  account_id text collate "C" not null references account on delete cascade,
  file_id text collate "C" not null check (file_id like 'file\_%' and length(file_id) <= 60),
  scope_id text collate "C" not null check (length(scope_id) <= 60),
  storage_key text collate "C" not null check (length(storage_key) <= 300),
  name text not null check (length(name) between 1 and 255),
  status text not null default 'PENDING' check (status in ('PENDING', 'ONGOING', 'INVALID_INPUT', 'FAILED', 'COMPLETED')),
  problem text check (length(problem) <= 60),
  run integer not null default 0,
  parts_done integer not null default 0,
  parts_total integer,
  passages integer not null default 0,
  words bigint not null default 0,
  tokens bigint not null default 0,
  summary text check (length(summary) <= 20000),
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, file_id)
);
create index indexed_file_scope on indexed_file (account_id, scope_id);
create index indexed_file_unfinished on indexed_file (requested_at) where status in ('PENDING', 'ONGOING');

-- The text of a file, cut where its structure allows it. `place` is a PassagePlace of the contract; `words` how many the passage is
-- found by, `tokens` what it costs a model to read.
create table passage (
  account_id text collate "C" not null,
  file_id text collate "C" not null,
  position integer not null check (position >= 0),
  text text not null check (length(text) <= 20000),
  place jsonb not null,
  words integer not null,
  tokens integer not null,
  primary key (account_id, file_id, position),
  foreign key (account_id, file_id) references indexed_file on delete cascade
);

-- Where words stand: for each stem of a file its passages, packed as 8 bytes each, little endian: position (4), how often it stands
-- there (2), how many words the passage has (2).
create table posting (
  account_id text collate "C" not null,
  scope_id text collate "C" not null,
  stem text collate "C" not null check (length(stem) <= 200),
  file_id text collate "C" not null,
  entries bytea not null,
  primary key (account_id, scope_id, stem, file_id),
  foreign key (account_id, file_id) references indexed_file on delete cascade
);
create index posting_file on posting (account_id, file_id);
alter table posting alter column entries set storage external;

-- Documents that questions come with are attachments beside pictures; the bases that a question is asked of stand with its turn.
alter table turn add column base_ids text[] not null default '{}' check (cardinality(base_ids) <= 20);

grant select, insert, update on knowledge_base to atrium_app;
grant select, insert, update, delete on indexed_file, passage, posting to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['knowledge_base', 'indexed_file', 'passage', 'posting'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
