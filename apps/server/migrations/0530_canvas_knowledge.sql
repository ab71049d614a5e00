-- Knowledge bases of canvases: a question about a canvas searches them, as far as its asker may use them.
create table canvas_base (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  base_id text collate "C" not null,
  primary key (account_id, canvas_id, base_id),
  foreign key (account_id, canvas_id) references canvas on delete cascade,
  foreign key (account_id, base_id) references knowledge_base on delete cascade
);
create index canvas_base_base on canvas_base (account_id, base_id);

grant select, insert, delete on canvas_base to atrium_app;
alter table canvas_base enable row level security;
create policy canvas_base_tenant on canvas_base to atrium_app
  using (account_id = current_account() and exists (
    select from canvas where canvas.account_id = canvas_base.account_id and canvas.id = canvas_base.canvas_id))
  with check (account_id = current_account());
