-- Names of buckets are unique over all platforms: a request names a bucket and no platform. The unique constraint on
-- platform and name stays for nodes of the version before, whose statements name it.
ALTER TABLE bucket ADD CONSTRAINT bucket_name UNIQUE (name);
