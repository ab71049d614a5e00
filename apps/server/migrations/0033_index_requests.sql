-- Whether a file was handed to what reads it. Those that were stored before anything read them are taken up by the sweep.
alter table room_file add column index_requested boolean not null default false;
create index room_file_unread on room_file (stored_at)
  where stored_at is not null and deleted_at is null and not index_requested and (not for_base or base_id is not null);
create index room_file_waiting on room_file (stored_at)
  where stored_at is not null and deleted_at is null and for_base and base_id is null;
create index knowledge_base_deleted on knowledge_base (deleted_at) where deleted_at is not null;
