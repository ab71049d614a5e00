-- Comments on passages of canvases, in threads; a canvas may be shared to comment.
alter table canvas drop constraint canvas_share_check;
alter table canvas add constraint canvas_share_check check (share in ('none', 'view', 'comment', 'edit'));

create table canvas_thread (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  id text collate "C" not null check (id like 'thread\_%' and length(id) <= 60),
  -- The passage: two CRDT positions.
  range jsonb not null,
  -- Its words when the thread began.
  quote text not null check (length(quote) between 1 and 500),
  resolved_at timestamptz,
  resolved_by text collate "C" references identity_user,
  created_at timestamptz not null default now(),
  primary key (account_id, canvas_id, id),
  foreign key (account_id, canvas_id) references canvas on delete cascade,
  check ((resolved_at is null) = (resolved_by is null))
);

create table canvas_comment (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  thread_id text collate "C" not null,
  id text collate "C" not null check (id like 'comment\_%' and length(id) <= 60),
  author_id text collate "C" not null references identity_user on delete cascade,
  text text not null check (length(text) between 1 and 4000),
  mentions jsonb not null default '[]',
  -- What a search reads of it, in folded letters.
  words text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (account_id, canvas_id, id),
  foreign key (account_id, canvas_id, thread_id) references canvas_thread on delete cascade
);
create index canvas_comment_thread on canvas_comment (account_id, canvas_id, thread_id, created_at);
create index canvas_comment_author on canvas_comment (author_id);

grant select, insert, update, delete on canvas_thread, canvas_comment to atrium_app;
alter table canvas_thread enable row level security;
create policy canvas_thread_tenant on canvas_thread to atrium_app
  using (account_id = current_account() and exists (
    select from canvas where canvas.account_id = canvas_thread.account_id and canvas.id = canvas_thread.canvas_id))
  with check (account_id = current_account());
alter table canvas_comment enable row level security;
create policy canvas_comment_tenant on canvas_comment to atrium_app
  using (account_id = current_account() and exists (
    select from canvas where canvas.account_id = canvas_comment.account_id and canvas.id = canvas_comment.canvas_id))
  with check (account_id = current_account());

-- Somebody is also mentioned in a comment, which is of a canvas and not of a chat.
alter table mention
  alter column chat_id drop not null,
  alter column message_id drop not null,
  add column canvas_id text collate "C",
  add column comment_id text collate "C",
  add foreign key (account_id, canvas_id, comment_id) references canvas_comment on delete cascade,
  add check ((chat_id is null) = (message_id is null)),
  add check ((canvas_id is null) = (comment_id is null)),
  add check ((chat_id is null) <> (canvas_id is null));
create index mention_comment on mention (account_id, canvas_id, comment_id) where canvas_id is not null;
