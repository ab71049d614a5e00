-- Knowledge that can be tested: questions whose sources are known, and what came of them each time that they were asked.
-- `expected` is a list of {fileId, name, page}; `revision` counts the changes, so that only what is alike is compared.
create table golden_question (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'golden\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  question text not null check (length(question) between 1 and 2000),
  expected jsonb not null check (jsonb_array_length(expected) between 1 and 10),
  base_ids text[] not null default '{}' check (cardinality(base_ids) <= 30),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade
);
create index golden_question_room on golden_question (account_id, room_id, created_at, id);

create table check_run (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'run\_%' and length(id) <= 60),
  room_id text collate "C" not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'FAILED')),
  reasons text[] not null check (cardinality(reasons) between 1 and 4),
  question_count integer not null,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade,
  check ((status = 'RUNNING') = (ended_at is null))
);
create index check_run_room on check_run (account_id, room_id, started_at desc);
-- A room's questions are asked once at a time.
create unique index check_run_running on check_run (account_id, room_id) where status = 'RUNNING';

-- `rank_before` is that of the run before, when `is_compared`. `found_files` is a list of {fileId, fileName}.
create table check_result (
  account_id text collate "C" not null,
  run_id text collate "C" not null,
  question_id text collate "C" not null,
  revision integer not null,
  question text not null check (length(question) <= 2000),
  rank smallint check (rank between 1 and 20),
  is_compared boolean not null,
  rank_before smallint,
  found_files jsonb not null,
  asked_at timestamptz not null default clock_timestamp(),
  primary key (account_id, run_id, question_id),
  foreign key (account_id, run_id) references check_run on delete cascade,
  foreign key (account_id, question_id) references golden_question on delete cascade
);
create index check_result_question on check_result (account_id, question_id);

-- What may have changed what golden questions find, for a sweep to look at. Only rooms that have such questions get a row, and
-- rows are only added, so that nobody who changes files waits for somebody else who does.
create table knowledge_change (
  id bigint generated always as identity primary key,
  account_id text collate "C" not null,
  room_id text collate "C" not null,
  reason text not null check (reason in ('FILES', 'MODELS', 'QUESTIONS')),
  changed_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, room_id) references room on delete cascade
);
create index knowledge_change_room on knowledge_change (account_id, room_id);

-- How many sources an answer was given to read, for the answers for which files were searched. The question stays with its chat.
create table source_use (
  account_id text collate "C" not null,
  turn_id text collate "C" not null,
  room_id text collate "C" not null,
  found integer not null,
  noted_at timestamptz not null default now(),
  primary key (account_id, turn_id),
  foreign key (account_id, turn_id) references turn on delete cascade
);
create index source_use_found_nothing on source_use (account_id, room_id, noted_at desc) where found = 0;

-- When a file was last cited by an answer, and how often it was.
create table source_citation (
  account_id text collate "C" not null references account on delete cascade,
  file_id text collate "C" not null check (length(file_id) <= 60),
  count integer not null default 1,
  last_cited_at timestamptz not null default now(),
  primary key (account_id, file_id)
);

create function note_file_change() returns trigger language plpgsql as $$
declare changed indexed_file;
begin
  if tg_op = 'DELETE' then
    changed := old;
    delete from source_citation where account_id = old.account_id and file_id = old.file_id;
  else
    changed := new;
  end if;
  insert into knowledge_change (account_id, room_id, reason)
  select room.account_id, room.id, 'FILES' from room
  where room.account_id = changed.account_id
    and room.id = coalesce(
      (select base.room_id from knowledge_base as base where base.account_id = changed.account_id and base.id = changed.scope_id),
      changed.scope_id)
    and exists (select from golden_question as golden
      where golden.account_id = room.account_id and golden.room_id = room.id);
  return null;
end $$;
create trigger indexed_file_completed after update of status on indexed_file
  for each row when (new.status = 'COMPLETED' and old.status <> 'COMPLETED') execute function note_file_change();
create trigger indexed_file_deleted after delete on indexed_file
  for each row execute function note_file_change();

create function note_model_change() returns trigger language plpgsql as $$
begin
  insert into knowledge_change (account_id, room_id, reason)
  select distinct golden.account_id, golden.room_id, 'MODELS' from golden_question as golden
  where case tg_table_name
    when 'room' then golden.account_id = to_jsonb(new) ->> 'account_id' and golden.room_id = new.id
    else golden.account_id = new.id end;
  return null;
end $$;
create trigger room_models_changed after update of allowed_model_ids on room
  for each row when (new.allowed_model_ids is distinct from old.allowed_model_ids) execute function note_model_change();
create trigger account_models_changed after update of allowed_model_ids on account
  for each row when (new.allowed_model_ids is distinct from old.allowed_model_ids) execute function note_model_change();

grant select, insert, update, delete on golden_question, check_run, check_result, source_citation to atrium_app;
grant select, insert on knowledge_change, source_use to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array[
    'golden_question', 'check_run', 'check_result', 'knowledge_change', 'source_use', 'source_citation'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
