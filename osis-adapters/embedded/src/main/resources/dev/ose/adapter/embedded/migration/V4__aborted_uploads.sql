-- Remembered for a day, so that a client whose answer got lost may abort again.
create table aborted_upload (
    upload_id text collate "C" primary key,
    bucket_id bigint not null references bucket on delete cascade,
    key text collate "C" not null,
    aborted_at timestamptz not null
);
create index aborted_upload_by_time on aborted_upload (aborted_at);
create index aborted_upload_by_bucket on aborted_upload (bucket_id);
