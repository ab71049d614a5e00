-- The signed link that ends mail of this kind, for the headers of RFC 8058. Cleared with the text.
alter table mail_outbox add column unsubscribe_url text check (length(unsubscribe_url) <= 500);

-- The last local day on which a person's digest was due: each day once, whichever process sees it first.
create table mail_digest (
  user_id text collate "C" primary key references identity_user on delete cascade,
  day date not null,
  checked_at timestamptz not null
);

-- Addresses that get no mail: it bounced, its owner complained, or a system administrator stopped it. In lower case.
create table mail_stopped_address (
  email text collate "C" primary key check (length(email) <= 254),
  reason text not null check (reason in ('bounce', 'complaint', 'operator')),
  stopped_at timestamptz not null default now(),
  -- Null: by an event of the mail service.
  stopped_by text collate "C" references identity_user
);
create index mail_stopped_address_time on mail_stopped_address (stopped_at desc, email);
