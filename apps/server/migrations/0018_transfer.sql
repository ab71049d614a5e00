-- Chats that were brought from elsewhere: from what, by which name they went there, and when they came. Bringing the same chat
-- again finds it by these. An account keeps them for as long after they came as it keeps others after their last question.
alter table chat
  add column imported_from text check (imported_from in ('chatgpt', 'atrium')),
  add column imported_id text collate "C" check (length(imported_id) between 1 and 200),
  add column imported_at timestamptz,
  add check ((imported_from is null) = (imported_id is null) and (imported_from is null) = (imported_at is null));
create unique index chat_imported on chat (account_id, owner_id, imported_from, imported_id) where imported_from is not null;
create index chat_imported_at on chat (account_id, owner_id, imported_at) where imported_at is not null;

-- Chats from before there was a search get their words by and by, in the order of their keys. One row tells up to which chat
-- that has come; whoever asks a question after `until` writes the words of it at once.
create table chat_words_catch_up (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null default now(),
  after_account_id text collate "C" not null default '',
  after_chat_id text collate "C" not null default '',
  done_at timestamptz
);
insert into chat_words_catch_up default values;

-- With the room in it, the chats of a person are counted by this index alone.
drop index chat_history;
create index chat_history on chat (account_id, owner_id, asked_at desc, id desc) include (room_id)
  where deleted_at is null and not is_temporary;
