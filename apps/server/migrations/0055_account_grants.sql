-- Which accounts were given free monthly credits, by who opened them. No foreign key to the account: a claim outlasts an account
-- that is erased within the month, so that opening and deleting accounts brings no further credits.
create table account_grant (
  user_id text collate "C" not null references identity_user on delete cascade,
  month text collate "C" not null check (month ~ '^\d{4}-\d{2}$'),
  opened_account text collate "C" not null check (length(opened_account) <= 60),
  primary key (user_id, month, opened_account)
);
alter table account_grant enable row level security;
create index account_opened on account (created_by, created_at);

-- Claims a month's free credits for an account, once; whether it has them. At most `max_accounts` accounts of one opener are given
-- credits in a month; older accounts that the opener opened or owns come first, and a deleted account counts until it is erased.
create function claim_monthly_grant(claiming text, wanted_month text, paid_plans text[], max_accounts integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  opener text;
  opened timestamptz;
begin
  select created_by, created_at into opener, opened from account where id = claiming;
  if not found then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('grants of ' || opener, 0));
  if exists (select from account_grant where user_id = opener and month = wanted_month and opened_account = claiming) then
    return true;
  end if;
  if (select count(*) from account_grant where user_id = opener and month = wanted_month) >= max_accounts then return false; end if;
  if (select count(*) from account where plan_name <> all(paid_plans) and (created_at, id) < (opened, claiming) and (
      created_by = opener
      or exists (select from membership where account_id = account.id and user_id = opener and role = 'owner'))) >= max_accounts
  then return false; end if;
  delete from account_grant where user_id = opener and month < wanted_month;
  insert into account_grant (user_id, month, opened_account) values (opener, wanted_month, claiming);
  return true;
end $$;
revoke all on function claim_monthly_grant(text, text, text[], integer) from public;
grant execute on function claim_monthly_grant(text, text, text[], integer) to atrium_app;
