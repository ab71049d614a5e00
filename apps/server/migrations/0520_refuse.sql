-- Fails the transaction: for decisions of statements that are sent together with its commit.
create function refuse(details jsonb) returns boolean
language plpgsql set search_path = pg_catalog
as $$
begin
  raise exception 'Refused.' using errcode = 'ATR01', detail = details::text;
end
$$;
