-- Small letters without accents, for searching and sorting people: 'Đặng Thị Hoa' is found by 'dang thi'.
create function fold_text(given text) returns text language sql immutable strict parallel safe
  return translate(regexp_replace(normalize(lower(given), nfd), '[\u0300-\u036f]', '', 'g'), 'đłøħıŋ', 'dlohin');

-- What admins set for the whole account. No list of models means all of them; no days means chats are kept.
alter table account
  add column default_model_id text check (length(default_model_id) <= 200),
  add column allowed_model_ids text[] check (cardinality(allowed_model_ids) between 1 and 200),
  add column chat_retention_days integer check (chat_retention_days between 1 and 3650),
  add column auto_join_domain text check (length(auto_join_domain) between 3 and 253 and auto_join_domain = lower(auto_join_domain));
create index account_auto_join on account (auto_join_domain) where auto_join_domain is not null and deleted_at is null;
create index account_deleted on account (deleted_at) where deleted_at is not null;

-- Name and address of the member, folded: kept beside the membership, so that a page of 10,000 members is read from one index.
alter table membership
  add column monthly_credit_limit_milli bigint check (monthly_credit_limit_milli >= 0),
  add column person text collate "C" not null default '';
create function person_of(person_id text) returns text language sql stable
  return (select left(fold_text(name || ' ' || email), 480) from identity_user where id = person_id);
create function name_member() returns trigger language plpgsql as $$
begin
  new.person := coalesce(person_of(new.user_id), '');
  return new;
end $$;
create trigger membership_person before insert on membership for each row execute function name_member();
create function rename_member() returns trigger language plpgsql as $$
begin
  update membership set person = person_of(new.id) where user_id = new.id;
  return null;
end $$;
create trigger identity_user_renamed after update of name, email on identity_user
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function rename_member();
update membership set person = coalesce(person_of(user_id), '');
create index membership_people on membership (account_id, person, user_id) include (status, role);
create index membership_joined on membership (account_id, joined_at, user_id);

-- Invitations by email. Of the token that is mailed only the hash is here.
create table invite (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'invite\_%' and length(id) <= 60),
  email text collate "C" not null check (length(email) <= 254 and email = lower(email)),
  role text not null check (role in ('admin', 'member')),
  token_hash text collate "C" not null check (length(token_hash) = 43),
  invited_by text collate "C" references identity_user on delete set null,
  invited_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
  settled_at timestamptz,
  primary key (account_id, id),
  check ((state = 'pending') = (settled_at is null))
);
create unique index invite_token on invite (token_hash);
create unique index invite_pending on invite (account_id, email) where state = 'pending';
create index invite_address on invite (email) where state = 'pending';

-- Public links, by which anybody who has one may join.
create table invite_link (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'link\_%' and length(id) <= 60),
  token_hash text collate "C" not null check (length(token_hash) = 43),
  created_by text collate "C" references identity_user on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  use_limit integer check (use_limit between 1 and 10000),
  use_count integer not null default 0 check (use_count >= 0),
  revoked_at timestamptz,
  primary key (account_id, id),
  check (use_limit is null or use_count <= use_limit)
);
create unique index invite_link_token on invite_link (token_hash);

-- Who was removed by an admin comes back only by an invitation of their own, not by a link or for their domain.
create table removed_member (
  account_id text collate "C" not null references account on delete cascade,
  user_id text collate "C" not null references identity_user on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (account_id, user_id)
);

-- What admins did. Append-only: nobody may change or delete a row, it goes with its account. The actor is no foreign key: what
-- somebody did stays known when they are gone.
create table audit_entry (
  account_id text collate "C" not null references account on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id text collate "C" not null check (length(actor_id) <= 60),
  action text collate "C" not null check (length(action) <= 60),
  object_type text collate "C" not null check (length(object_type) <= 60),
  object_id text collate "C" not null check (length(object_id) <= 300),
  details jsonb not null default '{}' check (pg_column_size(details) <= 16000),
  primary key (account_id, id)
);
create index audit_entry_at on audit_entry (account_id, at);
create index audit_entry_actor on audit_entry (account_id, actor_id, id);
create index audit_entry_action on audit_entry (account_id, action, id);
create index audit_entry_object on audit_entry (account_id, object_id, id);

-- What somebody has used of a month, for their limit.
create index credit_hold_person on credit_hold (account_id, user_id, created_at) include (state, held_milli, charged_milli);

-- Mails are written by tenants, read by the system alone; how many went to an address lately is all that a tenant learns.
create function mails_in_last_hour(address text, mail_kind text) returns integer
  language sql stable security definer set search_path = pg_catalog, public
  return (select count(*)::int from mail_outbox
    where recipient = address and kind = mail_kind and created_at > now() - interval '1 hour');

grant insert on mail_outbox to atrium_app;
grant select, insert, update on invite, invite_link to atrium_app;
grant select, insert, update, delete on removed_member to atrium_app;
grant select, insert on audit_entry to atrium_app;
grant delete on chat to atrium_app;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['invite', 'invite_link', 'removed_member', 'audit_entry'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
