-- The files of rooms' contexts. A row is made with the form by which its file is to come; `stored_at` says that the file has
-- come, was looked at and may be read. What is deleted keeps its row until its bytes are gone.
create table room_file (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'file\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  storage_key text collate "C" not null check (length(storage_key) <= 300),
  name text not null check (length(name) between 1 and 255),
  content_type text not null check (length(content_type) <= 200),
  size_bytes bigint check (size_bytes > 0),
  requested_by text collate "C" references identity_user on delete set null,
  requested_at timestamptz not null default now(),
  stored_at timestamptz,
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade,
  check (stored_at is null or size_bytes is not null)
);
create unique index room_file_key on room_file (storage_key);
create unique index room_file_name on room_file (account_id, room_id, lower(name)) where stored_at is not null and deleted_at is null;
create index room_file_pages on room_file (account_id, room_id, stored_at desc, id) where stored_at is not null and deleted_at is null;
create index room_file_pending on room_file (requested_at) where stored_at is null;
create index room_file_deleted on room_file (deleted_at) where deleted_at is not null;

grant select, insert, update on room_file to atrium_app;
alter table room_file enable row level security;
create policy room_file_tenant on room_file to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
