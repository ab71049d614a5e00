-- Another kind of agent job: a question for each row of a table. `setup` says which table, and how its columns fill the question.
alter table agent_job drop constraint agent_job_kind_check;
alter table agent_job add constraint agent_job_kind_check check (kind in ('research', 'file-summaries', 'table-run'));
alter table agent_job add column setup jsonb;
