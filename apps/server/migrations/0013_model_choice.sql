-- What a person wants of models, in every account: their favourites, and those that Auto may use for them (null: all).
alter table user_profile
  add column auto_model_ids text[] check (cardinality(auto_model_ids) between 1 and 200),
  add column favourite_model_ids text[] not null default '{}' check (cardinality(favourite_model_ids) <= 200);

-- How the model of an answer was chosen. There is a row where Auto chose, and where a chosen model failed before its first word.
create table answer_choice (
  account_id text collate "C" not null,
  turn_id text collate "C" not null,
  decided_at timestamptz not null default now(),
  -- What readers of the answer are told: why it was this model, who could be asked instead, who failed.
  told jsonb not null,
  -- What Auto decided upon: signs of the question, never its words; the wish, and what was known of each model. Null where a
  -- person chose.
  decision jsonb,
  primary key (account_id, turn_id),
  foreign key (account_id, turn_id) references turn on delete cascade
);
create index answer_choice_decided on answer_choice (decided_at, turn_id) where decision is not null;

grant select, insert, update on answer_choice to atrium_app;
alter table answer_choice enable row level security;
create policy answer_choice_tenant on answer_choice to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
