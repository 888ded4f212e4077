-- Claims of buckets whose requests never said how they ended are looked for every few minutes, among all buckets.
CREATE INDEX bucket_creating ON bucket (busy_until) WHERE state = 'CREATING';
