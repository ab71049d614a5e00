-- What a model is sent in the place of the oldest turns of a conversation: of those from the first of a branch to `turn_id`. Since a
-- turn has one way back to the first, a summary holds for every branch that goes through its turn, and for no other.
create table chat_summary (
  account_id text collate "C" not null,
  chat_id text collate "C" not null,
  turn_id text collate "C" not null,
  text text not null check (length(text) between 1 and 20000),
  question_count integer not null check (question_count > 0),
  model_name text not null check (length(model_name) <= 200),
  is_edited boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, turn_id),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, turn_id) references turn on delete cascade
);
create index chat_summary_chat on chat_summary (account_id, chat_id);

grant select, insert, update on chat_summary to atrium_app;
alter table chat_summary enable row level security;
create policy chat_summary_tenant on chat_summary to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());

-- Its owner wants everything sent as it was said: no summary is used, and none is made by itself.
alter table chat add column sends_all boolean not null default false;
