-- What is asked of a mark's age is how long others can know of it: not from the begin of the transaction that makes it.
ALTER TABLE object_dirty ALTER COLUMN since SET DEFAULT clock_timestamp();
