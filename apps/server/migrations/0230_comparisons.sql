-- A question that several models answer side by side: its turns share the id of the first, and each stays in its column when it is
-- regenerated or continued.
alter table turn add column comparison_id text collate "C";
alter table turn add column comparison_column smallint check (comparison_column between 0 and 3);
alter table turn add constraint turn_comparison check ((comparison_id is null) = (comparison_column is null));
create index turn_comparison on turn (account_id, comparison_id) where comparison_id is not null;
