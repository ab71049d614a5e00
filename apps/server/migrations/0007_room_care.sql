-- What the room's admins tell every model that is asked in it: free text, and named modifiers such as tone or audience.
alter table room
  add column instructions text not null default '' check (length(instructions) <= 8000),
  add column modifiers jsonb not null default '{}' check (jsonb_typeof(modifiers) = 'object' and pg_column_size(modifiers) <= 8000);
create index room_deleted on room (deleted_at) where deleted_at is not null;
create index chat_room on chat (account_id, room_id);
