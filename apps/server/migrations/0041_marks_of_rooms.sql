-- Whether sentences of answers that their sources do not support are marked in the room.
alter table room add column marks_unsupported boolean not null default true;
