-- Where in data the entity tags begin, two thirds of a segment that a change of one of its objects does not need. NULL
-- in a segment that a release of before wrote.
ALTER TABLE object_segment ADD COLUMN tags_at int;
