-- To end what somebody who is removed has opened.
CREATE INDEX credential_opener ON credential (opener) WHERE opener IS NOT NULL;
