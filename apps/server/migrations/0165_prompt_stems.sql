-- The words of a template as the server's analyser reads them (platform/words), title before tags before description before text.
-- Null until a job has read a template that is older than this column.
alter table prompt add column stems tsvector;
create index prompt_stems on prompt using gin (stems) with (gin_pending_list_limit = 512);
-- The most used templates of a room or the account: an empty chat suggests them.
create index prompt_popular on prompt (account_id, scope, room_id, use_count desc);
create index prompt_unread on prompt (account_id) where stems is null;

-- Up to `most` templates by their words, best first, of at most `looked_at` that match: ranking reads every word of a template.
-- Row-level security lets no index answer `@@`, since that operator is not leakproof: this function runs as the owner of the table,
-- for the account and the person of the transaction and nobody else. `rooms` are those that the caller has found the person may use.
create function find_prompt_words(query tsquery, rooms text[], most integer, looked_at integer)
  returns table (id text)
  language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
as $$
begin
  return query select matching.id
    from (
      select found.id, found.stems, found.use_count
      from prompt as found
      where found.stems @@ query and found.account_id = current_account() and found.deleted_at is null
        and (found.private_to = current_user_id() or found.scope = 'account' or found.room_id = any(rooms))
      limit looked_at
    ) as matching
    order by ts_rank(matching.stems, query) desc, matching.use_count desc, matching.id
    limit most;
end $$;
revoke execute on function find_prompt_words from public;
grant execute on function find_prompt_words to atrium_app;
