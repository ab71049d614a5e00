-- The slowest statements of this database, from the extension pg_stat_statements in whichever schema it is; none without it. Runs with
-- the rights of its caller.
create function slow_statements(min_mean_ms float8, max_count integer)
returns table (query text, calls float8, mean_ms float8, max_ms float8) language plpgsql stable as $$
declare
  extension_schema text;
begin
  select nspname into extension_schema
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pg_stat_statements';
  if extension_schema is null then
    return;
  end if;
  return query execute format(
    $query$
      select query::text, calls::float8, mean_exec_time, max_exec_time from %I.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and mean_exec_time >= $1
        and query <> '<insufficient privilege>'
      order by mean_exec_time desc limit $2
    $query$, extension_schema) using min_mean_ms, max_count;
end
$$;
