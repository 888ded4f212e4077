-- Who did what: changes by management, of credentials, policies and ACLs, and sign-ins.

-- The smallest entry id of a moment. Ids are UUIDs of version 7: they begin with the milliseconds since 1970.
CREATE FUNCTION audit_id(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT rpad(lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- One row for each call: inserted before the call is carried out, and completed before it is answered. In the order of ids, which
-- is that of time; each partition has the ids of one week. No foreign keys: an entry outlives what it is about.
CREATE TABLE audit_entry (
    id           uuid PRIMARY KEY,
    at           timestamptz NOT NULL,
    -- Null with the status: the node died, or lost the database, before the outcome was recorded.
    ended_at     timestamptz,
    status       int,
    -- The code of the error that was answered; empty for none.
    code         text COLLATE "C" NOT NULL DEFAULT '',
    node         text COLLATE "C" NOT NULL,
    request_id   text COLLATE "C" NOT NULL,
    source       text COLLATE "C" NOT NULL CHECK (source IN ('ADMIN', 'IAM', 'S3')),
    operation    text COLLATE "C" NOT NULL,
    -- Who called: the name of the account, the id of the key pair that it signed with, how else it proved itself, its tenant (null
    -- for the provider's), and the client's address.
    actor        text COLLATE "C" NOT NULL,
    actor_key    text COLLATE "C" NOT NULL DEFAULT '',
    login        text COLLATE "C" NOT NULL
                 CHECK (login IN ('NONE', 'PASSWORD', 'SESSION', 'KEEPER', 'ACCESS_KEY', 'TOKEN')),
    actor_tenant uuid,
    address      text COLLATE "C" NOT NULL,
    -- For whom: the tenant that the provider acted in, the user in whose name an administrator acted.
    as_tenant    uuid,
    as_user      uuid,
    -- What the call is about.
    tenant_id    uuid,
    user_id      uuid,
    bucket       text COLLATE "C" NOT NULL DEFAULT '',
    access_key   text COLLATE "C" NOT NULL DEFAULT '',
    subject      text COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((ended_at IS NULL) = (status IS NULL))
) PARTITION BY RANGE (id);
CREATE INDEX audit_entry_by_tenant ON audit_entry (tenant_id, id);

-- Makes the partition of a moment unless it is there; returns whether it was made.
CREATE FUNCTION make_audit_partition(moment timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    begins timestamptz := to_timestamp(floor(extract(epoch FROM moment) / 604800) * 604800);
    name   text := 'audit_entry_' || to_char(begins AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
    -- Two nodes that find it missing make it in turn.
    PERFORM pg_advisory_xact_lock(hashtext('audit partitions'));
    IF to_regclass(name) IS NOT NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE %I PARTITION OF audit_entry FOR VALUES FROM (%L) TO (%L)',
        name, audit_id(begins), audit_id(begins + interval '604800 seconds'));
    RETURN true;
END
$$;
SELECT make_audit_partition(now());

-- Drops the partitions whose entries are all older than a moment; returns how many.
CREATE FUNCTION drop_audit_partitions(moment timestamptz) RETURNS int LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    oldest  text := 'audit_entry_' || to_char((moment - interval '604800 seconds') AT TIME ZONE 'UTC', 'YYYYMMDD');
    name    text;
    dropped int := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('audit partitions'));
    FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'audit_entry'::regclass AND c.relname::text COLLATE "C" < oldest
    LOOP
        EXECUTE format('DROP TABLE %I', name);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END
$$;

-- Entries that a receiver outside has not confirmed yet; written in the transaction of the entry.
CREATE TABLE audit_due (
    receiver text COLLATE "C" NOT NULL CHECK (receiver IN ('SYSLOG', 'WEBHOOK')),
    entry_id uuid NOT NULL,
    PRIMARY KEY (receiver, entry_id)
);
