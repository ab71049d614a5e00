-- A base without a room is the whole account's: it serves every room. A file without one is of such a base, or waits for one.
alter table knowledge_base alter column room_id drop not null;
alter table room_file alter column room_id drop not null;
alter table room_file add check (room_id is not null or for_base);

drop index knowledge_base_name;
create unique index knowledge_base_name on knowledge_base (account_id, coalesce(room_id, ''), lower(name)) where deleted_at is null;

-- What changes in a base of the account is a change for every room that asks golden questions.
create or replace function note_file_change() returns trigger language plpgsql as $$
declare
  changed indexed_file;
  serves_all boolean;
begin
  if tg_op = 'DELETE' then
    changed := old;
    delete from source_citation where account_id = old.account_id and file_id = old.file_id;
  else
    changed := new;
  end if;
  serves_all := exists (select from knowledge_base as base
    where base.account_id = changed.account_id and base.id = changed.scope_id and base.room_id is null);
  insert into knowledge_change (account_id, room_id, reason)
  select room.account_id, room.id, 'FILES' from room
  where room.account_id = changed.account_id
    and (serves_all or room.id = coalesce(
      (select base.room_id from knowledge_base as base where base.account_id = changed.account_id and base.id = changed.scope_id),
      changed.scope_id))
    and exists (select from golden_question as golden
      where golden.account_id = room.account_id and golden.room_id = room.id);
  return null;
end $$;
