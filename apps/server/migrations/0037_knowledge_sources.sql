-- What a base holds beside files: texts that were pasted, pages of the web, and sitemaps, whose pages are rows of their own below
-- them. The text of one is a file of the base (`file_id`), made anew under the same id when it changes. `run` counts the tries to
-- fetch it, so that one that was overtaken writes nothing; `due_at` says when it is to be fetched next: while that is under way,
-- when it is taken up again should its worker have died.
create table knowledge_source (
  account_id text collate "C" not null,
  id text collate "C" not null check (id like 'source\_%' and length(id) <= 60),
  base_id text collate "C" not null,
  parent_id text collate "C",
  kind text not null check (kind in ('text', 'page', 'sitemap')),
  url text collate "C" check (length(url) between 1 and 2000),
  title text not null check (length(title) between 1 and 300),
  refresh text not null default 'never' check (refresh in ('never', 'daily', 'weekly', 'monthly')),
  pages_most integer check (pages_most between 1 and 500),
  file_id text collate "C",
  status text not null default 'WAITING' check (status in ('WAITING', 'READY', 'FAILED', 'GONE')),
  problem text check (length(problem) <= 60),
  etag text check (length(etag) <= 500),
  last_modified text check (length(last_modified) <= 100),
  content_hash text check (length(content_hash) <= 64),
  run integer not null default 0,
  failures integer not null default 0,
  fetched_at timestamptz,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, base_id) references knowledge_base on delete cascade,
  foreign key (account_id, parent_id) references knowledge_source on delete cascade,
  check ((kind = 'text') = (url is null)),
  check ((kind = 'sitemap') = (pages_most is not null)),
  check (parent_id is null or kind = 'page')
);
create unique index knowledge_source_url on knowledge_source (account_id, base_id, coalesce(parent_id, ''), kind, url);
create index knowledge_source_pages on knowledge_source (account_id, base_id, created_at desc, id) where parent_id is null;
create index knowledge_source_parent on knowledge_source (account_id, parent_id) where parent_id is not null;
create index knowledge_source_due on knowledge_source (due_at) where due_at is not null;

-- The source whose text a file of a base is; it comes and goes with it.
alter table room_file add column source_id text collate "C";
alter table room_file add check (source_id is null or base_id is not null);

grant select, insert, update, delete on knowledge_source to atrium_app;
alter table knowledge_source enable row level security;
create policy knowledge_source_tenant on knowledge_source to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
