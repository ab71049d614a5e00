-- Canvases and chats as sources of a knowledge base: of the base's own room, while they are shared with it.
alter table knowledge_source
  -- The canvas or chat. No foreign key: the source outlives it, and says that it is gone.
  add column origin_id text collate "C" check (length(origin_id) <= 60),
  drop constraint knowledge_source_kind_check,
  drop constraint knowledge_source_check,
  add constraint knowledge_source_kind_check check (kind in ('text', 'page', 'sitemap', 'canvas', 'chat')),
  add constraint knowledge_source_check check ((kind in ('page', 'sitemap')) = (url is not null)),
  add constraint knowledge_source_origin_check check ((kind in ('canvas', 'chat')) = (origin_id is not null));
create unique index knowledge_source_origin on knowledge_source (account_id, origin_id, base_id) where origin_id is not null;
