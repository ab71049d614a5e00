-- By which words a chat is found: one row for each turn with the words of its question and answer, and one for the chat's
-- title, whose `turn_id` is empty. Words are analysed by the server (platform/words); one more in each row names the owner,
-- so that the index finds the words of one person among those of all.
create table chat_words (
  account_id text collate "C" not null,
  chat_id text collate "C" not null,
  turn_id text collate "C" not null default '',
  owner_id text collate "C" not null references identity_user,
  written_at timestamptz not null default now(),
  words tsvector not null,
  primary key (account_id, chat_id, turn_id),
  foreign key (account_id, chat_id) references chat on delete cascade
);
create index chat_words_found on chat_words using gin (words) with (gin_pending_list_limit = 512);
create index chat_words_newest on chat_words (account_id, owner_id, written_at desc);

grant select, insert, update, delete on chat_words to atrium_app;
alter table chat_words enable row level security;
create policy chat_words_tenant on chat_words to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());

-- Row-level security lets no index answer `@@`: that operator is not leakproof. So these two look as the owner of the table,
-- for the account and the person of the transaction and nobody else.

-- Up to `most` rows by the index of words, in no order.
create function find_chat_words(query tsquery, most integer)
  returns table (chat_id text, turn_id text, written_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off set enable_indexscan = off
as $$
begin
  return query select found.chat_id, found.turn_id, found.written_at
    from chat_words as found
    where found.words @@ query and found.account_id = current_account() and found.owner_id = current_user_id()
    limit most;
end $$;

-- The newest `most` rows, by looking through them from the latest on: for words that are in a great many.
create function find_newest_chat_words(query tsquery, most integer)
  returns table (chat_id text, turn_id text, written_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  return query select found.chat_id, found.turn_id, found.written_at
    from chat_words as found
    where found.words @@ query and found.account_id = current_account() and found.owner_id = current_user_id()
    order by found.written_at desc
    limit most;
end $$;

revoke execute on function find_chat_words, find_newest_chat_words from public;
grant execute on function find_chat_words, find_newest_chat_words to atrium_app;
