-- How much was stored hour by hour, and what it costs.

-- The hours that were recorded. Each is recorded once, by one node: with what is stored when it begins.
CREATE TABLE stored_snapshot (
    hour     timestamptz PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT now(),
    -- Whether no node ran in the hour, so that the values are those of the hour before.
    is_filled boolean NOT NULL
);

-- One row for each bucket and hour. No foreign keys: what was stored is billed after its users and buckets are gone.
CREATE TABLE stored_hour (
    hour      timestamptz NOT NULL,
    tenant_id uuid NOT NULL,
    -- The owner in that hour.
    user_id   uuid NOT NULL,
    bucket    text COLLATE "C" NOT NULL,
    -- All that takes room: objects, older versions, parts of uploads.
    bytes     bigint NOT NULL,
    -- Objects and older versions.
    objects   bigint NOT NULL,
    PRIMARY KEY (tenant_id, hour, bucket)
);
CREATE INDEX stored_hour_by_hour ON stored_hour (hour);

-- The sums of stored_hour over the buckets of a tenant, which bills of many tenants read.
CREATE TABLE stored_tenant_hour (
    hour      timestamptz NOT NULL,
    tenant_id uuid NOT NULL,
    bytes     bigint NOT NULL,
    objects   bigint NOT NULL,
    PRIMARY KEY (tenant_id, hour)
);
CREATE INDEX stored_tenant_hour_by_hour ON stored_tenant_hour (hour);

-- Prices, exact to the digit.
CREATE TABLE rate_plan (
    name               text COLLATE "C" PRIMARY KEY,
    currency           text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    -- Of a GiB-month: each price holds up to the end of its tier in GiB-months. The last end is null.
    tier_ends          numeric[] NOT NULL,
    tier_prices        numeric[] NOT NULL,
    -- Of 10,000 requests.
    request_categories text[] NOT NULL,
    request_prices     numeric[] NOT NULL,
    -- Of a GiB that is sent to clients.
    egress_price       numeric NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    revision           bigint NOT NULL DEFAULT nextval('revision'),
    CHECK (cardinality(tier_ends) = cardinality(tier_prices)),
    CHECK (cardinality(request_categories) = cardinality(request_prices))
);
CREATE TRIGGER revise BEFORE UPDATE ON rate_plan FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

-- No foreign key to tenants: the last month of a deleted tenant is billed after it.
CREATE TABLE tenant_rate_plan (
    tenant_id   uuid PRIMARY KEY,
    plan        text COLLATE "C" NOT NULL REFERENCES rate_plan (name),
    assigned_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tenant_rate_plan_by_plan ON tenant_rate_plan (plan);
