-- Users that were on the platform before they became users here.

-- Which of them the user is to be. Written before the platform is asked anything, so that whoever finishes an interrupted
-- making does not make a user there instead. Null: one that OSE makes.
ALTER TABLE tenant_user ADD COLUMN adopts text COLLATE "C";
CREATE UNIQUE INDEX tenant_user_adopts ON tenant_user (platform_id, adopts) WHERE adopts IS NOT NULL;
