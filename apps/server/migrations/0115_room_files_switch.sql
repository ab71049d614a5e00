-- Whether questions of a chat search the files of its room, and whether the question of a turn did.
alter table chat add column uses_room_files boolean not null default true;
alter table turn add column uses_room_files boolean not null default true;
