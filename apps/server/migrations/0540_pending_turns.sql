-- The words of a question and its answer are indexed for search after the answer, in batches (`index-turns.ts`). What is left to index
-- is in the table of open turns: a row stays when its turn ends, until the batch that indexes the turn deletes it. So nothing is written for
-- it with a question, and a crash loses nothing. Of a turn that ended before this migration the words are in the index already.
alter table open_turn rename to pending_turn;
alter index open_turn_pkey rename to pending_turn_pkey;
alter policy open_turn_tenant on pending_turn rename to pending_turn_tenant;

-- A server of the version before that still runs reads the table by its old name.
create view open_turn with (security_invoker = true) as select account_id, asked_by, turn_id from pending_turn;
grant select on open_turn to atrium_app;

drop trigger open_turn_added on turn;
drop trigger open_turn_changed on turn;
drop trigger open_turn_deleted on turn;
drop function note_open_turn;

create function note_pending_turn() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'DELETE' then
    delete from pending_turn where account_id = old.account_id and asked_by = old.asked_by and turn_id = old.id;
  else
    insert into pending_turn (account_id, asked_by, turn_id) values (new.account_id, new.asked_by, new.id)
      on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function note_pending_turn from public;
create trigger pending_turn_added after insert on turn for each row when (new.state = 'open') execute function note_pending_turn();
create trigger pending_turn_reopened after update of state on turn for each row
  when (old.state <> 'open' and new.state = 'open') execute function note_pending_turn();
create trigger pending_turn_deleted after delete on turn for each row execute function note_pending_turn();
