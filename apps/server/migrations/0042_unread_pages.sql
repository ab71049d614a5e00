-- Pages of a file whose text is in pictures that nobody could read: the rest of it is known.
alter table indexed_file add column unread_pages integer not null default 0;
