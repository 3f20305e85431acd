-- A row is found by its id alone. Triggers know their table by a `name`, and PostgreSQL compares a name by another collation than the
-- indexes on `table_name` are made with, so it cannot use them: each write read the whole index of changes three times, and of 10,000
-- rows a push of 100 edits took five times as long as of 1,000. An id has no collation, and hardly ever occurs in two tables.
create index change_of_row on sync.change (row_id);
create index kept_reference_of on sync.kept_reference (row_id);
create index past_versions on sync.past (row_id, place);
drop index sync.past_of_row;
