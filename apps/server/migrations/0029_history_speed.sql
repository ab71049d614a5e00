-- How many chats of its lists a person has in each room: what a history has altogether is known without reading through it.
create table chat_tally (
  account_id text collate "C" not null references account on delete cascade,
  owner_id text collate "C" not null,
  room_id text collate "C" not null,
  chats integer not null,
  starred integer not null,
  primary key (account_id, owner_id, room_id)
);
grant select on chat_tally to atrium_app;
alter table chat_tally enable row level security;
create policy chat_tally_tenant on chat_tally to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());

-- Runs as the owner of the table: nobody else writes tallies. One person's change one after another, so that no two
-- transactions that change several rooms wait for each other.
create function tally_chat() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and not old.is_temporary then
    perform pg_advisory_xact_lock(hashtextextended('chat_tally ' || old.account_id || old.owner_id, 0));
    update chat_tally set chats = chats - 1, starred = starred - old.is_starred::integer
      where account_id = old.account_id and owner_id = old.owner_id and room_id = old.room_id;
    delete from chat_tally
      where account_id = old.account_id and owner_id = old.owner_id and room_id = old.room_id and chats = 0;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and not new.is_temporary then
    perform pg_advisory_xact_lock(hashtextextended('chat_tally ' || new.account_id || new.owner_id, 0));
    insert into chat_tally (account_id, owner_id, room_id, chats, starred)
      values (new.account_id, new.owner_id, new.room_id, 1, new.is_starred::integer)
      on conflict (account_id, owner_id, room_id)
      do update set chats = chat_tally.chats + 1, starred = chat_tally.starred + excluded.starred;
  end if;
  return null;
end $$;
revoke execute on function tally_chat from public;

-- At the end of the transaction, when it holds all the chats that it needs: a tally is held by nobody for longer than a commit.
-- What is asked and answered in a chat does not touch them.
create constraint trigger chat_tally_added after insert on chat
  deferrable initially deferred for each row when (new.deleted_at is null and not new.is_temporary)
  execute function tally_chat();
create constraint trigger chat_tally_removed after delete on chat
  deferrable initially deferred for each row when (old.deleted_at is null and not old.is_temporary)
  execute function tally_chat();
create constraint trigger chat_tally_changed
  after update of account_id, owner_id, room_id, is_starred, is_temporary, deleted_at on chat
  deferrable initially deferred for each row when (
    (old.account_id, old.owner_id, old.room_id, old.is_starred, old.is_temporary, old.deleted_at is null)
    is distinct from (new.account_id, new.owner_id, new.room_id, new.is_starred, new.is_temporary, new.deleted_at is null))
  execute function tally_chat();

-- The triggers hold all writers off until this is committed.
insert into chat_tally (account_id, owner_id, room_id, chats, starred)
  select account_id, owner_id, room_id, count(*), count(*) filter (where is_starred) from chat
  where deleted_at is null and not is_temporary group by account_id, owner_id, room_id;

-- Labels count what bears them less the chats that no list shows.
create index chat_deleted on chat (account_id, owner_id) where deleted_at is not null;

-- People are in few accounts: without this a person is thought to have a fraction of their chats.
create statistics chat_owner (dependencies, mcv) on account_id, owner_id from chat;
analyze chat;
