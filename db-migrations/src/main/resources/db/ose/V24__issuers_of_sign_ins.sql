-- The issuer that a browser was sent to: another one that has the name of the identity provider by then may not answer.
-- No issuer is empty, so a sign-in that was begun before this step is refused, and begun again.

ALTER TABLE pending_sign_in ADD COLUMN issuer text COLLATE "C" NOT NULL DEFAULT '';
