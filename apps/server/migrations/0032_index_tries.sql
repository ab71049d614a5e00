-- How often the reading of a file was begun since it was asked for: one whose tries all died is failed and not begun again.
alter table indexed_file add column tries integer not null default 0 check (tries >= 0);
