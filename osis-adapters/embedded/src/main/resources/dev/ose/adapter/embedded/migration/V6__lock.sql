-- Object Lock: once a bucket has it, it stays. Mode, length and unit are those of the retention that new versions get; null for none.
alter table bucket
    add column lock_enabled boolean not null default false,
    add column lock_mode text check (lock_mode in ('GOVERNANCE', 'COMPLIANCE')),
    add column lock_length int,
    add column lock_unit text check (lock_unit in ('DAYS', 'YEARS'));

-- What keeps a version, and what an upload asks for its object.
alter table object_version
    add column lock_mode text check (lock_mode in ('GOVERNANCE', 'COMPLIANCE')),
    add column lock_until timestamptz,
    add column legal_hold boolean;
alter table upload
    add column lock_mode text check (lock_mode in ('GOVERNANCE', 'COMPLIANCE')),
    add column lock_until timestamptz,
    add column legal_hold boolean;
