-- The template that a question was made from, and its version: for the results of the template. No foreign key, since Atrium's own
-- templates are files, and a question stays when a template goes. None in temporary chats, which leave no trace.
alter table turn
  add column prompt_id text collate "C" check (length(prompt_id) <= 80),
  add column prompt_version integer check (prompt_version > 0),
  add check ((prompt_id is null) = (prompt_version is null));
create index turn_prompt on turn (account_id, prompt_id, prompt_version) where prompt_id is not null;
