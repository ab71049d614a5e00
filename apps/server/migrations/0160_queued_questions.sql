-- Questions of an open shared chat that wait until the running answer has ended. The id is that of the turn that a question
-- becomes: it leaves this table in the transaction that opens its turn, so that it starts at most once. A question that could not
-- start is `returned` to its author with the code of the reason.
create table queued_question (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'turn\_%' and length(id) <= 60),
  chat_id text collate "C" not null,
  author_id text collate "C" not null references identity_user on delete cascade,
  -- The order of the queue.
  number bigint generated always as identity,
  -- The turn after which it was asked: it continues the end of that turn's branch.
  after_turn_id text collate "C" not null,
  question_text text not null,
  request jsonb not null,
  -- `asking`: the answer before it was stopped or failed, and somebody has to confirm that it is still wanted.
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'asking', 'confirmed', 'returned')),
  reason text,
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  returned_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, chat_id) references chat on delete cascade,
  check ((state = 'returned') = (reason is not null)),
  check ((state = 'returned') = (returned_at is not null))
);
create index queued_question_chat on queued_question (account_id, chat_id, number);
create index queued_question_author on queued_question (account_id, author_id);
create index queued_question_waiting on queued_question (account_id, chat_id) where state in ('waiting', 'confirmed');
create index queued_question_returned on queued_question (returned_at) where state = 'returned';

grant select, insert, update, delete on queued_question to atrium_app;
alter table queued_question enable row level security;
create policy queued_question_tenant on queued_question to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
