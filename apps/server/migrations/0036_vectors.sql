-- Vectors of passages, made by the embedding model whose name stands with the file; null where there is none, or not yet. Candidates
-- are found by the signs of a vector's numbers alone (`bits`), which lie close together; the numbers themselves (4 bytes each, little
-- endian, length 1 in all) are kept apart from them.
alter table indexed_file add column embedder text check (length(embedder) <= 300);

create table passage_vector (
  account_id text collate "C" not null,
  scope_id text collate "C" not null,
  file_id text collate "C" not null,
  position integer not null,
  bits bit varying(2048) not null,
  vector bytea not null,
  primary key (account_id, file_id, position),
  foreign key (account_id, file_id, position) references passage on delete cascade
) with (toast_tuple_target = 128);
alter table passage_vector alter column vector set storage external;
create index passage_vector_scope on passage_vector (account_id, scope_id);

grant select, insert, update, delete on passage_vector to atrium_app;
alter table passage_vector enable row level security;
create policy passage_vector_tenant on passage_vector to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
