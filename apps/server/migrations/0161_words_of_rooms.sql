-- Words of the shared chats of rooms, in place of a list of chats: however many there are. Like the functions of migration 0012 it
-- runs as the owner of the table, for the account of the transaction alone. The caller names the rooms, which its own policy allows.
create function find_words_of_rooms(query tsquery, rooms text[], most integer)
  returns table (chat_id text, turn_id text, written_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return query select found.chat_id, found.turn_id, found.written_at
    from chat
    join chat_words as found on found.account_id = chat.account_id and found.chat_id = chat.id
    where chat.account_id = current_account() and chat.room_id = any(rooms) and chat.share <> 'none' and chat.deleted_at is null
      and found.words @@ query
    order by found.written_at desc
    limit most;
end $$;
revoke execute on function find_words_of_rooms from public;
grant execute on function find_words_of_rooms to atrium_app;
drop function find_words_of_chats;
