-- What was found by trying what a platform can do, beside what its adapter declares.
CREATE TABLE platform_probe (
    platform_id  int PRIMARY KEY REFERENCES platform (id),
    -- Names what a probe makes on the platform, so that the next one finds what a killed one left.
    mark         uuid NOT NULL DEFAULT gen_random_uuid(),
    -- Set while somebody waits for a probe that has not begun.
    requested_at timestamptz,
    -- Until then a node is at it.
    lease_until  timestamptz,
    -- Which set of trials was made last.
    trials       int NOT NULL DEFAULT 0,
    finished_at  timestamptz,
    -- What the last one was about.
    s3_endpoint  text COLLATE "C",
    version      text COLLATE "C",
    -- YES, NO or UNKNOWN by the name of the capability.
    verdicts     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(verdicts) = 'object'),
    trouble      text COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((finished_at IS NULL) = (s3_endpoint IS NULL) AND (finished_at IS NULL) = (version IS NULL))
);
