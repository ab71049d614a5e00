-- People whom sign-up by invitation refused and who want to hear of a free place; addresses in lower case.
create table sign_up_waiting (
  email text collate "C" primary key check (length(email) <= 254),
  language text not null check (length(language) <= 10),
  asked_at timestamptz not null default now(),
  invited_at timestamptz,
  invited_by text collate "C" references identity_user,
  check (invited_at is not null or invited_by is null)
);
create index sign_up_waiting_time on sign_up_waiting (asked_at, email);
