-- So that whoever listens to a bucket that is gone can be told of objects that turn out to be gone with it.
ALTER TABLE bucket_gone ADD COLUMN tenant_id uuid;
ALTER TABLE bucket_gone ADD COLUMN name text COLLATE "C";
