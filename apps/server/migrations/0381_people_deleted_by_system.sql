-- Whether a system administrator deleted the person: then only they can undo it, and signing in is refused meanwhile.
alter table user_deletion add column by_system boolean not null default false;
