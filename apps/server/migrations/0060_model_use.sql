-- Summaries of chats on request are priced and held for like other shaping calls, one at a time for each chat. `chat_id` is only
-- set while one is open.
alter table shaping_call drop constraint shaping_call_kind_check;
alter table shaping_call add constraint shaping_call_kind_check
  check (kind in ('magic-write', 'custom-prompt', 'followups', 'summary'));
alter table shaping_call add column chat_id text collate "C";
create unique index shaping_call_summary on shaping_call (account_id, chat_id) where kind = 'summary' and state = 'open';

-- What providers were asked for on a day (UTC) that nobody is charged for. `holder` is a person or, for what nobody in particular
-- asked for, an account. Counted across accounts, by the server alone.
create table daily_allowance (
  holder text collate "C" not null check (length(holder) <= 60),
  kind text not null check (length(kind) <= 60),
  day date not null,
  used integer not null check (used > 0),
  primary key (holder, kind, day)
);
create index daily_allowance_day on daily_allowance (day);
