-- What system administrators and commands on the server did to the installation; entries are only added.
create table system_audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: by a command on the server.
  actor_id text collate "C" references identity_user,
  action text collate "C" not null check (length(action) <= 60),
  -- The affected person, by id or by the address.
  person_id text collate "C" references identity_user,
  email text collate "C" check (length(email) <= 254),
  -- The affected account, provider or the like.
  object_id text collate "C" check (length(object_id) <= 120),
  details jsonb not null default '{}'
);
create index system_audit_entry_actor on system_audit_entry (actor_id, id);

insert into system_audit_entry (at, actor_id, action, person_id, object_id, details)
select at, actor_id, action, person_id, object_id, details from (
  select at, actor_id, 'person.' || action as action, user_id as person_id, null as object_id, '{}'::jsonb as details from person_change
  union all
  select at, actor_id, 'provider.' || action, null, provider_id,
    jsonb_build_object('name', provider_name, 'fields', array_to_string(fields, ', ')) from provider_change
) as earlier order by at;
drop table person_change;

-- Requests for credits are decided in a transaction of their account.
grant insert on system_audit_entry to atrium_app;
