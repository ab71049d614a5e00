-- When a job last paused; the digest lists jobs that have paused since the last one and still wait for their owner.
alter table agent_job add column paused_at timestamptz;
update agent_job set paused_at = now() where state = 'paused';
