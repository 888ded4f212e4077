-- What else decides of access to a bucket. Objects of all buckets until now are their bucket owner's, and no ACL counted.
-- ownership is null once the controls were deleted. An acl is permission, grantee, permission, grantee, ...; null: the owner's
-- alone. public_access_block names what is on; null if nobody asked for any.
alter table bucket
    add column ownership text default 'BUCKET_OWNER_ENFORCED'
        check (ownership in ('BUCKET_OWNER_ENFORCED', 'BUCKET_OWNER_PREFERRED', 'OBJECT_WRITER')),
    add column acl text[],
    add column public_access_block text[];
create index bucket_by_owner on bucket (owner_id, name);

-- Null: whoever owns the bucket.
alter table object_version add column owner_id text collate "C", add column owner_name text, add column acl text[];
alter table upload add column owner_id text collate "C", add column owner_name text, add column acl text[];
