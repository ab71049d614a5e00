-- The renewed lease of a running answer was indexed, so that every renewal wrote to all indexes of its turn. The few open turns are
-- found by `turn_asked_by_open`, which has exactly them. Free space in each page keeps a renewal in it (heap-only tuples).
drop index turn_open;
alter table turn set (fillfactor = 85);
alter table chat set (fillfactor = 85);
