-- Documents that people edit together. A canvas is its owner's alone (`private_to`), or shared with its room. What it holds is
-- the sum of its Yjs updates: the snapshot, and every update with a higher number.
create table canvas (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'canvas\_%' and length(id) <= 60),
  owner_id text collate "C" references identity_user on delete set null,
  private_to text collate "C" references identity_user on delete cascade,
  room_id text collate "C" not null,
  -- No foreign key: the canvas outlives its chat.
  chat_id text collate "C",
  share text collate "C" not null default 'none' check (share in ('none', 'view', 'edit')),
  title text not null check (length(title) between 1 and 120),
  -- The document as Markdown, as of update `text_seq`; written some seconds after a change.
  markdown text not null default '',
  word_count integer not null default 0,
  -- What a search reads: title and text, in folded letters.
  words text not null,
  text_seq bigint not null default 0,
  -- The number of the last update.
  last_seq bigint not null default 0,
  -- Size of the snapshot and the updates after it.
  stored_bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade,
  check ((share = 'none') = (private_to is not null)),
  check (private_to = owner_id)
);
create index canvas_owner on canvas (account_id, owner_id, updated_at desc);
create index canvas_room on canvas (account_id, room_id, updated_at desc);
create index canvas_chat on canvas (account_id, chat_id) where chat_id is not null;
create index canvas_deleted on canvas (deleted_at) where deleted_at is not null;
create index canvas_stale on canvas (updated_at) where text_seq < last_seq;

create table canvas_update (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  seq bigint not null check (seq > 0),
  data bytea not null,
  primary key (account_id, canvas_id, seq),
  foreign key (account_id, canvas_id) references canvas on delete cascade
);

-- Every update up to `seq`, merged.
create table canvas_snapshot (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  seq bigint not null,
  state bytea not null,
  primary key (account_id, canvas_id),
  foreign key (account_id, canvas_id) references canvas on delete cascade
);

-- Who has a canvas open, by connection. Its process renews `seen_at`; a row that is older than some seconds is of a process that died.
create table canvas_presence (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  connection_id text collate "C" not null,
  node_id text collate "C" not null,
  user_id text collate "C" not null references identity_user on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (account_id, canvas_id, connection_id),
  foreign key (account_id, canvas_id) references canvas on delete cascade
);
create index canvas_presence_node on canvas_presence (node_id);
create index canvas_presence_user on canvas_presence (user_id);

grant select, insert, update, delete on canvas, canvas_update, canvas_snapshot to atrium_app;
grant select on canvas_presence to atrium_app;
alter table canvas enable row level security;
create policy canvas_tenant on canvas to atrium_app
  using (account_id = current_account() and (private_to is null or private_to = current_user_id()))
  with check (account_id = current_account() and (private_to is null or private_to = current_user_id()));
alter table canvas_update enable row level security;
create policy canvas_update_tenant on canvas_update to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table canvas_snapshot enable row level security;
create policy canvas_snapshot_tenant on canvas_snapshot to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table canvas_presence enable row level security;
create policy canvas_presence_tenant on canvas_presence to atrium_app
  using (account_id = current_account());
