-- What the health page of system administrators reads. None of it is a tenant's.

alter table node
  add column host text not null default '',
  add column roles text[] not null default '{}',
  add column version text not null default '',
  add column started_at timestamptz not null default clock_timestamp();

-- The last backup of this database by `npm run backup`.
alter table installation
  add column last_backup_at timestamptz,
  add column last_backup_bytes bigint,
  add column last_backup_encrypted boolean;

-- When the mail server last refused a mail and why, in a word of a list: `last_error` may repeat what the server wrote.
alter table mail_outbox
  add column failed_at timestamptz,
  add column problem text check (length(problem) <= 40);
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;

create index indexed_file_failed on indexed_file (finished_at) where status = 'FAILED';
-- Turns end about in the order in which they are stored, so a few pages of ranges tell which blocks hold the last day.
create index turn_ended on turn using brin (ended_at) with (autosummarize = on);
