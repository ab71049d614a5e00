-- Refresh tokens are kept as hashes, and each is replaced when it is used. The one before is remembered: it shows whether somebody
-- uses a token that was replaced long ago.
alter table identity_session rename column token to token_hash;
update identity_session
  set token_hash = rtrim(translate(encode(sha256(convert_to(token_hash, 'UTF8')), 'base64'), '+/', '-_'), '=');
alter table identity_session
  add column previous_token_hash text check (length(previous_token_hash) = 43),
  add column rotated_at timestamptz;

-- Nothing writes here: tokens of providers are not kept, and codes have tables of their own.
drop table identity_verification;
alter table identity_credential
  drop column access_token, drop column refresh_token, drop column id_token,
  drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope;
