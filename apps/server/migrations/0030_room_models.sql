-- The models that may be asked in the room, of those that its account allows. No list means all of these.
alter table room
  add column allowed_model_ids text[] check (cardinality(allowed_model_ids) between 1 and 200);
