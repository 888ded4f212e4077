-- Scheme, host and port of the S3 service that the platform has for this tenant alone. NULL: it has one for all.
ALTER TABLE tenant ADD COLUMN s3_endpoint text COLLATE "C";
