-- What the provider tells the users of the portal, and how the portal looks.

CREATE TABLE announcement (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    text       text COLLATE "C" NOT NULL CHECK (text <> ''),
    severity   text COLLATE "C" NOT NULL CHECK (severity IN ('INFO', 'WARNING', 'CRITICAL')),
    audience   text COLLATE "C" NOT NULL CHECK (audience IN ('EVERYONE', 'TENANT_ADMINISTRATORS', 'PROVIDER')),
    -- Only users of these; of all tenants, and the provider's administrators, if it is empty.
    tenants    uuid[] NOT NULL DEFAULT '{}',
    begins_at  timestamptz NOT NULL,
    -- Null until it is deleted.
    ends_at    timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Who has hidden it sees it again after a change.
    changed_at timestamptz NOT NULL DEFAULT now(),
    revision   bigint NOT NULL DEFAULT nextval('revision'),
    CHECK (ends_at > begins_at)
);
CREATE INDEX announcement_ends_at ON announcement (ends_at);
CREATE TRIGGER revise BEFORE UPDATE ON announcement FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

-- One setting of the provider. What is null or empty is the portal's own.
CREATE TABLE branding (
    id            int PRIMARY KEY CHECK (id = 1),
    product_name  text COLLATE "C" CHECK (product_name <> ''),
    accent_color  text COLLATE "C" CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
    -- In the dark theme.
    dark_accent_color text COLLATE "C" CHECK (dark_accent_color ~ '^#[0-9a-f]{6}$'),
    sign_in_text  text COLLATE "C" CHECK (sign_in_text <> ''),
    link_titles   text[] NOT NULL DEFAULT '{}',
    link_urls     text[] NOT NULL DEFAULT '{}',
    logo          bytea,
    revision      bigint NOT NULL DEFAULT nextval('revision'),
    CHECK (cardinality(link_titles) = cardinality(link_urls))
);
INSERT INTO branding (id) VALUES (1);
CREATE TRIGGER revise BEFORE UPDATE ON branding FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();
