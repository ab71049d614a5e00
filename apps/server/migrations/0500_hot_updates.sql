-- An update that changes no indexed column writes to no index (heap-only tuples), if its page has space. So what changes with every
-- question is in no index of `turn`, and of `chat` only its place in the history. What those indexes found is in two narrow tables,
-- which triggers maintain: they have a row for each open turn, and for each chat with an answer that its owner hasn't seen.
create table open_turn (
  account_id text collate "C" not null,
  asked_by text collate "C" not null,
  turn_id text collate "C" not null,
  primary key (account_id, asked_by, turn_id)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

create table unseen_chat (
  account_id text collate "C" not null,
  owner_id text collate "C" not null,
  chat_id text collate "C" not null,
  primary key (account_id, owner_id, chat_id)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

grant select on open_turn, unseen_chat to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['open_turn', 'unseen_chat'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;

-- The functions run as the owner of the tables: nobody else writes them.
create function note_open_turn() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'DELETE' and new.state = 'open' then
    insert into open_turn (account_id, asked_by, turn_id) values (new.account_id, new.asked_by, new.id)
      on conflict do nothing;
  else
    delete from open_turn where account_id = old.account_id and asked_by = old.asked_by and turn_id = old.id;
  end if;
  return null;
end $$;
revoke execute on function note_open_turn from public;
create trigger open_turn_added after insert on turn for each row when (new.state = 'open') execute function note_open_turn();
create trigger open_turn_changed after update of state on turn for each row
  when ((old.state = 'open') <> (new.state = 'open')) execute function note_open_turn();
create trigger open_turn_deleted after delete on turn for each row when (old.state = 'open') execute function note_open_turn();

create function note_unseen_chat() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'DELETE' and new.answered_at > new.seen_at then
    insert into unseen_chat (account_id, owner_id, chat_id) values (new.account_id, new.owner_id, new.id)
      on conflict do nothing;
  else
    delete from unseen_chat where account_id = old.account_id and owner_id = old.owner_id and chat_id = old.id;
  end if;
  return null;
end $$;
revoke execute on function note_unseen_chat from public;
create trigger unseen_chat_added after insert on chat for each row
  when (new.answered_at > new.seen_at) execute function note_unseen_chat();
create trigger unseen_chat_changed after update of answered_at, seen_at on chat for each row
  when ((old.answered_at > old.seen_at) is distinct from (new.answered_at > new.seen_at)) execute function note_unseen_chat();
create trigger unseen_chat_deleted after delete on chat for each row
  when (old.answered_at > old.seen_at) execute function note_unseen_chat();

-- The triggers hold all writers off until this is committed.
insert into open_turn (account_id, asked_by, turn_id) select account_id, asked_by, id from turn where state = 'open';
insert into unseen_chat (account_id, owner_id, chat_id) select account_id, owner_id, id from chat where answered_at > seen_at;

drop index turn_asked_by_open;
drop index turn_output;
drop index chat_unseen;
-- An answer grows the row of its turn to about three times what it is at first.
alter table turn set (fillfactor = 30);
alter table chat set (fillfactor = 50);
