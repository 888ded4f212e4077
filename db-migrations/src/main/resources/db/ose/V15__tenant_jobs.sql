-- Jobs that callers of the management API start: work on many objects of a bucket, continued by any node.

CREATE TABLE job (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id       uuid NOT NULL,
    -- In whose name it runs: with this user's rights and platform key.
    user_id         uuid NOT NULL,
    -- The caller that started it, and from where: policies may depend on that.
    started_by      text COLLATE "C" NOT NULL,
    address         text COLLATE "C" NOT NULL,
    is_secure       boolean NOT NULL,
    idempotency_key text COLLATE "C",
    kind            text COLLATE "C" NOT NULL CHECK (kind IN ('EMPTY_BUCKET', 'DELETE_OBJECTS', 'COPY_OBJECTS')),
    -- One life of each bucket. No foreign key: the history of a job outlives its bucket.
    bucket_id       bigint NOT NULL,
    target_id       bigint,
    parameters      jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
    state           text COLLATE "C" NOT NULL DEFAULT 'QUEUED' CHECK (state IN
                    ('QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')),
    -- The walk through the bucket: what was listed up to and with this key, and this version or upload of it, is over.
    stage           text COLLATE "C" NOT NULL DEFAULT 'OBJECTS' CHECK (stage IN ('OBJECTS', 'UPLOADS', 'OVER')),
    position_key    text COLLATE "C" NOT NULL DEFAULT '',
    position_detail text COLLATE "C" NOT NULL DEFAULT '',
    -- The failure up to which failures were tried again; null unless they are, which precedes the rest of the walk.
    retried         bigint,
    done            bigint NOT NULL DEFAULT 0,
    failed          bigint NOT NULL DEFAULT 0,
    total           bigint,
    -- Why it failed, or why it waits.
    problem         text COLLATE "C" NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now(),
    started_at      timestamptz,
    finished_at     timestamptz,
    -- Until then a node works on it; past it, or while it is queued, from then on any node may take it.
    due_at          timestamptz NOT NULL DEFAULT now(),
    lease           bigint NOT NULL DEFAULT 0,
    -- How often it was taken since it last got ahead.
    attempts        int NOT NULL DEFAULT 0,
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE,
    CHECK ((state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL))
);
CREATE INDEX job_due ON job (due_at) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX job_open ON job (tenant_id) WHERE finished_at IS NULL;
CREATE INDEX job_by_user ON job (tenant_id, user_id, id);
CREATE INDEX job_by_tenant ON job (tenant_id, id);
CREATE INDEX job_by_end ON job (finished_at) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX job_once ON job (tenant_id, user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- What a job could not do, as far as it is kept. A retry deletes what succeeds.
CREATE TABLE job_failure (
    job_id     bigint NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    id         bigint GENERATED ALWAYS AS IDENTITY,
    key        text COLLATE "C" NOT NULL,
    -- Empty for the newest version.
    version_id text COLLATE "C" NOT NULL DEFAULT '',
    -- Empty unless it is about a multipart upload.
    upload_id  text COLLATE "C" NOT NULL DEFAULT '',
    code       text COLLATE "C" NOT NULL,
    message    text COLLATE "C" NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job_id, id)
);
