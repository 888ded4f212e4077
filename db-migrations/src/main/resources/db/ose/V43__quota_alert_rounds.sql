-- When the newest evaluation of quotas began, on any node: the others leave out theirs.
CREATE TABLE quota_alert_round (
    id       int PRIMARY KEY CHECK (id = 1),
    began_at timestamptz NOT NULL
);
INSERT INTO quota_alert_round (id, began_at) VALUES (1, '-infinity');
