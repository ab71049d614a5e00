-- Pictures of canvases. A copy of a canvas shows the same ones.
create table canvas_picture (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'file\_%' and length(id) <= 60),
  storage_key text not null check (length(storage_key) between 1 and 200),
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  added_by text collate "C" references identity_user on delete set null,
  added_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index canvas_picture_person on canvas_picture (added_by);

create table canvas_picture_use (
  account_id text collate "C" not null,
  canvas_id text collate "C" not null,
  picture_id text collate "C" not null,
  primary key (account_id, canvas_id, picture_id),
  foreign key (account_id, canvas_id) references canvas on delete cascade,
  foreign key (account_id, picture_id) references canvas_picture on delete cascade
);
create index canvas_picture_use_picture on canvas_picture_use (account_id, picture_id);

grant select, insert, update, delete on canvas_picture, canvas_picture_use to atrium_app;
alter table canvas_picture enable row level security;
create policy canvas_picture_tenant on canvas_picture to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
alter table canvas_picture_use enable row level security;
create policy canvas_picture_use_tenant on canvas_picture_use to atrium_app
  using (account_id = current_account() and exists (
    select from canvas where canvas.account_id = canvas_picture_use.account_id and canvas.id = canvas_picture_use.canvas_id))
  with check (account_id = current_account());
