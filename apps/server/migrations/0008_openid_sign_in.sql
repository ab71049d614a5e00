-- Sign-ins that were begun at an OpenID provider and have not come back yet. Without the browser that began one, a row is
-- worth nothing: nonce and code verifier are made from what only that browser holds.
create table identity_openid_sign_in (
  state_hash text primary key check (length(state_hash) = 43),
  browser_hash text not null check (length(browser_hash) = 43),
  provider text not null check (provider in ('google', 'azure', 'pool')),
  -- Who came back, when their address still has to be confirmed by a code: the provider did not vouch for it.
  awaited jsonb,
  expires_at timestamptz not null
);
create index identity_openid_sign_in_expires on identity_openid_sign_in (expires_at);

alter table identity_code drop constraint identity_code_purpose_check;
alter table identity_code add constraint identity_code_purpose_check
  check (purpose in ('verify-email', 'new-password', 'openid-address'));

-- How long a mail of a kind to an address has to wait so that there are at most so many in any hour; 0 when it need not.
create function seconds_until_mail(address text, mail_kind text, at_most integer) returns integer
  language sql stable security definer set search_path = pg_catalog, public
  return (select case when count(*) < at_most then 0
      else greatest(1, ceil(extract(epoch from min(created_at) + interval '1 hour' - now())))::integer end
    from (select created_at from mail_outbox
      where recipient = address and kind = mail_kind and created_at > now() - interval '1 hour'
      order by created_at desc limit at_most) as latest);
