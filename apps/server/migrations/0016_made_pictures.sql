-- Pictures that models make. Each is an attachment of whoever asked for it, and belongs to the answers that show it.
alter table turn add column picture_options jsonb;

create table answer_picture (
  account_id text collate "C" not null,
  turn_id text collate "C" not null,
  file_id text collate "C" not null,
  primary key (account_id, turn_id, file_id),
  foreign key (account_id, turn_id) references turn on delete cascade,
  foreign key (account_id, file_id) references attachment on delete cascade
);
create index answer_picture_file on answer_picture (account_id, file_id);

grant select, insert, delete on answer_picture to atrium_app;
alter table answer_picture enable row level security;
create policy answer_picture_tenant on answer_picture to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
