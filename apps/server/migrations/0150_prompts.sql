-- The Question Library. A template is its owner's alone (`private_to`), or shared with a room or the whole account. Atrium's own
-- templates are files, so that what people do with them (`prompt_person`) has no foreign key.
create table prompt (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'prompt\_%' and length(id) <= 60),
  owner_id text collate "C" references identity_user on delete set null,
  private_to text collate "C" references identity_user on delete cascade,
  scope text not null check (scope in ('mine', 'room', 'account')),
  room_id text collate "C",
  chat_id text collate "C",
  title text not null check (length(title) between 1 and 120),
  prompt_text text not null check (length(prompt_text) between 1 and 20000),
  description text not null default '' check (length(description) <= 500),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  collection text check (length(collection) between 1 and 60),
  language text check (language in ('en', 'fr', 'vi', 'zh', 'ar')),
  model_id text check (length(model_id) <= 200),
  modifiers jsonb not null default '{}',
  -- What a search reads: everything that is shown, in folded letters.
  words text not null,
  version integer not null default 1,
  use_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, room_id) references room on delete cascade,
  check ((scope = 'room') = (room_id is not null)),
  check ((scope = 'mine') = (private_to is not null)),
  check (private_to = owner_id)
);
create index prompt_owner on prompt (account_id, owner_id, updated_at desc);
create index prompt_scope on prompt (account_id, scope, room_id, updated_at desc);
create index prompt_deleted on prompt (deleted_at) where deleted_at is not null;

create table prompt_version (
  account_id text collate "C" not null,
  prompt_id text collate "C" not null,
  version integer not null check (version > 0),
  title text not null,
  prompt_text text not null,
  description text not null,
  changed_by text collate "C" references identity_user on delete set null,
  changed_at timestamptz not null default now(),
  primary key (account_id, prompt_id, version),
  foreign key (account_id, prompt_id) references prompt on delete cascade
);

-- What a person does with a template: their star, their last values, when they used it last.
create table prompt_person (
  account_id text collate "C" not null references account on delete cascade,
  user_id text collate "C" not null references identity_user on delete cascade,
  prompt_id text collate "C" not null check (length(prompt_id) <= 80),
  is_starred boolean not null default false,
  last_values jsonb not null default '{}',
  use_count integer not null default 0,
  used_at timestamptz,
  primary key (account_id, user_id, prompt_id)
);
create index prompt_person_prompt on prompt_person (account_id, prompt_id);

grant select, insert, update, delete on prompt, prompt_version, prompt_person to atrium_app;
alter table prompt enable row level security;
create policy prompt_tenant on prompt to atrium_app
  using (account_id = current_account() and (private_to is null or private_to = current_user_id()))
  with check (account_id = current_account() and (private_to is null or private_to = current_user_id()));
alter table prompt_version enable row level security;
create policy prompt_version_tenant on prompt_version to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table prompt_person enable row level security;
create policy prompt_person_tenant on prompt_person to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
