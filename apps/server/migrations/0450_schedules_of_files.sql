-- Schedules repeat jobs over a file, and pause when it is gone.
alter table schedule drop constraint schedule_pause_reason_check;
alter table schedule add constraint schedule_pause_reason_check
  check (pause_reason in ('owner', 'failures', 'access', 'file'));
