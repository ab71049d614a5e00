-- What is found by searching a scope (a room's context, a base, a document of a question), summed over its files that are read to
-- their end: a question costs what it finds, however many files there are beside that.
create table scope_figures (
  account_id text collate "C" not null references account on delete cascade,
  scope_id text collate "C" not null,
  files integer not null,
  passages bigint not null,
  words bigint not null,
  tokens bigint not null,
  primary key (account_id, scope_id)
);
grant select on scope_figures to atrium_app;
alter table scope_figures enable row level security;
create policy scope_figures_tenant on scope_figures to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());

-- Runs as the owner of the table: nobody else writes figures. Once for each statement, so that a base with many files is deleted
-- in one step. What is not read to its end counts nowhere, so that progress touches no figures.
create function count_scope_figures() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' then
    update scope_figures set files = scope_figures.files - gone.files, passages = scope_figures.passages - gone.passages,
        words = scope_figures.words - gone.words, tokens = scope_figures.tokens - gone.tokens
      from (
        select account_id, scope_id, count(*) as files, sum(passages) as passages, sum(words) as words, sum(tokens) as tokens
        from before_change where status = 'COMPLETED' and passages > 0 group by account_id, scope_id) as gone
      where scope_figures.account_id = gone.account_id and scope_figures.scope_id = gone.scope_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into scope_figures (account_id, scope_id, files, passages, words, tokens)
      select account_id, scope_id, count(*), sum(passages), sum(words), sum(tokens)
      from after_change where status = 'COMPLETED' and passages > 0 group by account_id, scope_id order by account_id, scope_id
      on conflict (account_id, scope_id) do update set files = scope_figures.files + excluded.files,
        passages = scope_figures.passages + excluded.passages, words = scope_figures.words + excluded.words,
        tokens = scope_figures.tokens + excluded.tokens;
  end if;
  if tg_op <> 'INSERT' then
    delete from scope_figures using (select distinct account_id, scope_id from before_change) as changed
      where scope_figures.account_id = changed.account_id and scope_figures.scope_id = changed.scope_id and files = 0;
  end if;
  return null;
end $$;
revoke execute on function count_scope_figures from public;

create trigger indexed_file_figures_added after insert on indexed_file
  referencing new table as after_change for each statement execute function count_scope_figures();
create trigger indexed_file_figures_changed after update on indexed_file
  referencing old table as before_change new table as after_change for each statement execute function count_scope_figures();
create trigger indexed_file_figures_removed after delete on indexed_file
  referencing old table as before_change for each statement execute function count_scope_figures();

-- The triggers hold all writers off until this is committed.
insert into scope_figures (account_id, scope_id, files, passages, words, tokens)
  select account_id, scope_id, count(*), sum(passages), sum(words), sum(tokens) from indexed_file
  where status = 'COMPLETED' and passages > 0 group by account_id, scope_id;

-- The first files of a scope by their names, and the few that are left out of its search, without reading through the others.
create index indexed_file_named on indexed_file (account_id, scope_id, lower(name), file_id)
  where status = 'COMPLETED' and passages > 0;
create index indexed_file_unread on indexed_file (account_id, scope_id, file_id) where status <> 'COMPLETED';
