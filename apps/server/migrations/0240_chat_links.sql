-- Links to read-only copies of chats. A copy is frozen when its link is made, and erased with its chat.
alter table account add column allows_public_links boolean not null default false;

create table chat_link (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'chat-link\_%' and length(id) <= 60),
  chat_id text collate "C" not null,
  -- SHA-256 of the 128-bit name in the link's address.
  token_hash text collate "C" not null unique,
  created_by text collate "C" not null references identity_user on delete cascade,
  audience text collate "C" not null check (audience in ('account', 'anyone')),
  title text not null,
  -- Older turns that the copy leaves out.
  earlier_count integer not null default 0 check (earlier_count >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  view_count integer not null default 0,
  last_viewed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, chat_id) references chat on delete cascade
);
create index chat_link_chat on chat_link (account_id, chat_id, created_at desc);
create index chat_link_person on chat_link (created_by);

create table chat_link_turn (
  account_id text collate "C" not null,
  link_id text collate "C" not null,
  position integer not null,
  author_id text collate "C" not null references identity_user,
  asked_by text collate "C" not null references identity_user,
  question text not null,
  mentions jsonb not null default '[]',
  asked_at timestamptz not null,
  parts jsonb not null,
  model_name text,
  sandbox boolean not null,
  state text collate "C" not null,
  left_out_count integer not null default 0,
  primary key (account_id, link_id, position),
  foreign key (account_id, link_id) references chat_link on delete cascade
);
create index chat_link_turn_author on chat_link_turn (author_id);
create index chat_link_turn_asker on chat_link_turn (asked_by);

grant select, insert, update, delete on chat_link, chat_link_turn to atrium_app;
alter table chat_link enable row level security;
create policy chat_link_tenant on chat_link to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table chat_link_turn enable row level security;
create policy chat_link_turn_tenant on chat_link_turn to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
