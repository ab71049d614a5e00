-- Each sign-up waits on its own until the browser that made it enters the code: a second one for the same address waits
-- beside it and cannot change its password.
create table identity_sign_up (
  email text not null check (length(email) <= 254),
  browser_hash text not null check (length(browser_hash) = 43),
  password_hash text not null,
  first_name text not null check (length(first_name) <= 60),
  last_name text not null check (length(last_name) <= 60),
  language text check (language in ('en', 'fr', 'vi', 'zh', 'ar')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (email, browser_hash)
);
create index identity_sign_up_expires on identity_sign_up (expires_at);

-- Users whose address was never confirmed cannot have done anything: they become waiting sign-ups that a sign-in can resume.
insert into identity_sign_up (email, browser_hash, password_hash, first_name, last_name, language, expires_at)
select lower(identity_user.email), left(md5(identity_user.id) || md5(identity_user.email), 43), password, first_name, last_name, language,
  now() + interval '7 days'
from identity_user join user_profile on user_profile.user_id = identity_user.id
  join identity_credential on identity_credential.user_id = identity_user.id and provider_id = 'credential'
where not email_verified and password is not null
  and not exists (select from user_deletion where user_deletion.user_id = identity_user.id)
  and not exists (select from membership where membership.user_id = identity_user.id);
delete from identity_user
where not email_verified
  and not exists (select from user_deletion where user_deletion.user_id = identity_user.id)
  and not exists (select from membership where membership.user_id = identity_user.id);

-- A code works in the browser that asked for it, so that nobody else can use up its tries. Codes that are on their way end.
delete from identity_code;
alter table identity_code add column browser_hash text not null default '' check (length(browser_hash) <= 43);
alter table identity_code drop constraint identity_code_pkey, add primary key (email, purpose, browser_hash);
alter table identity_code_sent
  add column browser_hash text not null default '' check (length(browser_hash) <= 43),
  add column network_hash text not null default '' check (length(network_hash) <= 43);

-- Browsers in which somebody has signed in: wrong passwords and codes from elsewhere do not keep them out.
create table identity_known_browser (
  user_id text not null references identity_user on delete cascade,
  browser_hash text not null check (length(browser_hash) = 43),
  last_used_at timestamptz not null default now(),
  primary key (user_id, browser_hash)
);
