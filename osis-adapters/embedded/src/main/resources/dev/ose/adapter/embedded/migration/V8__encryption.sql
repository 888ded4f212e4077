-- Server-side encryption (SSE-S3). A bucket's setting: the default of new objects, BucketKeyEnabled, and what requests may not use; no
-- setting if encryption and blocked_encryption are null. sealed_key is the key of the row's file, encrypted with the key file of the
-- installation; null if the file is not encrypted. An object in parts is encrypted if its parts are.
alter table bucket
    add column encryption text check (encryption in ('AES256')),
    add column bucket_key boolean not null default false,
    add column blocked_encryption text check (blocked_encryption in ('NONE', 'SSE_C'));
alter table object_version
    add column encrypted boolean not null default false,
    add column sealed_key bytea;
alter table object_part add column sealed_key bytea;
alter table upload add column encrypted boolean not null default false;
alter table upload_part add column sealed_key bytea;
alter table completed_upload add column encrypted boolean not null default false;
