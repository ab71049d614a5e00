-- Whether questions of a chat may search the web, and whether the question of a turn could.
alter table chat add column uses_web boolean not null default false;
alter table turn add column uses_web boolean not null default false;
