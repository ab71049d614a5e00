-- How new chats of the room are shared with its people, unless their owners keep them private.
alter table room add column new_chat_share text not null default 'none' check (new_chat_share in ('none', 'read', 'open'));
