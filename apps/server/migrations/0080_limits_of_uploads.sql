-- Files that came together in one archive share its limits of text and passages.
alter table indexed_file add upload_id text collate "C" check (length(upload_id) <= 60);
alter table indexed_file add text_bytes bigint not null default 0;
create index indexed_file_upload on indexed_file (account_id, upload_id) where upload_id is not null;
