-- Addresses of a sitemap that somebody has taken out of its base: they do not come back when the sitemap is read again.
create table knowledge_page_taken_out (
  account_id text collate "C" not null,
  sitemap_id text collate "C" not null,
  url text collate "C" not null check (length(url) between 1 and 2000),
  taken_out_at timestamptz not null default now(),
  primary key (account_id, sitemap_id, url),
  foreign key (account_id, sitemap_id) references knowledge_source on delete cascade
);

grant select, insert, delete on knowledge_page_taken_out to atrium_app;
alter table knowledge_page_taken_out enable row level security;
create policy knowledge_page_taken_out_tenant on knowledge_page_taken_out to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
