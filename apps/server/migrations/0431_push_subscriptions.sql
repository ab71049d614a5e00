-- Browsers that are notified while Atrium is closed in them. A subscription ends with its session.
create table push_subscription (
  session_id text collate "C" primary key references identity_session on delete cascade,
  user_id text not null references identity_user on delete cascade,
  endpoint text not null unique check (endpoint like 'https://%' and length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  kinds text[] not null check (cardinality(kinds) > 0 and kinds <@ array['mention', 'job', 'question']),
  changed_at timestamptz not null default now()
);
create index push_subscription_user on push_subscription (user_id);

-- What a person was notified of, so that it happens once.
create table push_sent (
  user_id text not null references identity_user on delete cascade,
  subject text collate "C" not null check (length(subject) <= 100),
  sent_at timestamptz not null default now(),
  primary key (user_id, subject)
);
create index push_sent_old on push_sent (sent_at);
