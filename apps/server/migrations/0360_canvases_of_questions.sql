-- Canvases that a question is about. No foreign key: the question outlives them.
alter table message add column canvas_ids text[] collate "C" not null default '{}';
create index message_canvas on message (account_id, chat_id) where canvas_ids <> '{}';
