-- Another kind of agent job: a translation of a document.
alter table agent_job drop constraint agent_job_kind_check;
alter table agent_job add constraint agent_job_kind_check
  check (kind in ('research', 'file-summaries', 'table-run', 'translation'));
