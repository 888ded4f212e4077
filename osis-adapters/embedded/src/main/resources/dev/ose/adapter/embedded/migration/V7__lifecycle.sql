-- The lifecycle rules, as the document that S3 shows; null if the bucket has none. The pass is the last day, in UTC, for which
-- they were carried out; null if they were not since they changed.
alter table bucket
    add column lifecycle text,
    add column lifecycle_pass date;
create index bucket_with_lifecycle on bucket (id) where lifecycle is not null;

-- Changes that the platform made by itself and has not reported yet; a row is written in the transaction of its change. With an
-- upload's id: the upload was aborted. Without: versions of the key were removed, or a delete marker was added.
create table own_change (
    id bigint generated always as identity primary key,
    noted_at timestamptz not null,
    bucket text collate "C" not null,
    key text collate "C" not null,
    upload_id text collate "C"
);
create index own_change_by_time on own_change (noted_at);
