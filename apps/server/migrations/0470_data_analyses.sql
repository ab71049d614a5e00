-- Another kind of agent job: an analysis of spreadsheets.
alter table agent_job drop constraint agent_job_kind_check;
alter table agent_job add constraint agent_job_kind_check
  check (kind in ('research', 'file-summaries', 'table-run', 'translation', 'data-analysis'));
