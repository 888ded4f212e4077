-- Which data directory this schema describes: a sweep with the wrong pair would delete every file.
create table data_directory (
    only_row boolean primary key default true check (only_row),
    id uuid not null
);

create table tenant (
    id text collate "C" primary key,
    external_id text collate "C" not null unique,
    name text not null,
    created_at timestamptz not null
);

create table platform_user (
    id text collate "C" primary key,
    tenant_id text collate "C" not null references tenant,
    external_id text collate "C" not null,
    canonical_id text collate "C" not null unique,
    name text not null,
    is_active boolean not null,
    created_at timestamptz not null,
    unique (tenant_id, external_id)
);

create table access_key (
    access_key text collate "C" primary key,
    user_id text collate "C" not null references platform_user on delete cascade,
    number bigint generated always as identity,
    sealed_secret bytea not null,
    created_at timestamptz not null
);
create index access_key_by_user on access_key (user_id, number);

create table bucket (
    id bigint generated always as identity primary key,
    name text collate "C" not null unique,
    tenant_id text collate "C" not null references tenant,
    owner_id text collate "C" not null,
    owner_name text not null,
    versioning text not null default 'OFF' check (versioning in ('OFF', 'ENABLED', 'SUSPENDED')),
    location text,
    tags text[] not null default '{}',
    created_at timestamptz not null
);
create index bucket_by_tenant on bucket (tenant_id, name);

create sequence version_number;

-- rank is minus the version's number, so that an ascending walk meets the newest version of a key first.
-- headers, metadata and tags are name, value, name, value, ...
create table object_version (
    bucket_id bigint not null references bucket,
    key text collate "C" not null,
    rank bigint not null,
    version_id text collate "C" not null,
    is_latest boolean not null,
    is_delete_marker boolean not null,
    size_bytes bigint not null,
    etag text collate "C" not null,
    modified_at timestamptz not null,
    file_id uuid,
    part_count int not null,
    headers text[] not null,
    metadata text[] not null,
    tags text[] not null,
    checksum_algorithm text,
    checksum_type text,
    checksum_value text,
    primary key (bucket_id, key, rank)
);
create index object_version_current on object_version (bucket_id, key, rank)
    where is_latest and not is_delete_marker;
create index object_version_file on object_version (file_id) where file_id is not null;

-- The pieces of an object that was uploaded in parts; rank is that of the object's version.
create table object_part (
    rank bigint not null,
    part_number int not null,
    offset_bytes bigint not null,
    size_bytes bigint not null,
    file_id uuid not null,
    checksum_value text,
    primary key (rank, part_number)
);
create index object_part_file on object_part (file_id);

create table upload (
    upload_id text collate "C" primary key,
    bucket_id bigint not null references bucket,
    key text collate "C" not null,
    initiator_id text collate "C" not null,
    initiator_name text not null,
    initiated_at timestamptz not null,
    headers text[] not null,
    metadata text[] not null,
    tags text[] not null,
    checksum_algorithm text,
    checksum_type text
);
create unique index upload_by_key on upload (bucket_id, key, upload_id);

create table upload_part (
    upload_id text collate "C" not null references upload,
    part_number int not null,
    size_bytes bigint not null,
    etag text collate "C" not null,
    modified_at timestamptz not null,
    file_id uuid not null,
    checksum_value text,
    primary key (upload_id, part_number)
);
create index upload_part_file on upload_part (file_id);

-- Remembered for a day, so that a client whose answer got lost may complete again.
create table completed_upload (
    upload_id text collate "C" primary key,
    bucket_id bigint not null references bucket on delete cascade,
    key text collate "C" not null,
    version_id text collate "C" not null,
    etag text collate "C" not null,
    checksum_algorithm text,
    checksum_type text,
    checksum_value text,
    completed_at timestamptz not null
);
create index completed_upload_by_time on completed_upload (completed_at);
create index completed_upload_by_bucket on completed_upload (bucket_id);
