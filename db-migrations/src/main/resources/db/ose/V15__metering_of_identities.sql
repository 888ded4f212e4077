-- Calls of IAM and STS are metered beside those of S3.
ALTER TABLE metered_hour DROP CONSTRAINT metered_hour_category_check;
ALTER TABLE metered_hour ADD CONSTRAINT metered_hour_category_check
    CHECK (category IN ('READ', 'LIST', 'WRITE', 'DELETE', 'IAM', 'STS'));
