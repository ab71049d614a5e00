-- A chat can be shared with the people of its room: to read, or open for their questions. It stays its owner's, and its rows stay
-- behind the policies of their tables.
alter table chat
  add column share text collate "C" not null default 'none' check (share in ('none', 'read', 'open')),
  add column shared_at timestamptz,
  add check ((share = 'none') = (shared_at is null)),
  add check (share = 'none' or not is_temporary);

create index chat_shared on chat (account_id, room_id, asked_at desc, id desc)
  where share <> 'none' and deleted_at is null;

-- Words of shared chats, for everybody who may use their rooms. Like the functions of migration 0012 it runs as the owner of the
-- table, for the account of the transaction alone. The caller names the chats, which its own policy allows.
create function find_words_of_chats(query tsquery, chats text[], most integer)
  returns table (chat_id text, turn_id text, written_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return query select found.chat_id, found.turn_id, found.written_at
    from chat_words as found
    join chat on chat.account_id = found.account_id and chat.id = found.chat_id
    where found.account_id = current_account() and found.chat_id = any(chats) and chat.share <> 'none'
      and found.words @@ query
    order by found.written_at desc
    limit most;
end $$;
revoke execute on function find_words_of_chats from public;
grant execute on function find_words_of_chats to atrium_app;
