-- What a bucket's policy asks of clients (addresses, Referer, ...), which its platform does not see: nodes answer it, and vouch to
-- the platform by tokens that stand here beside the conditions, one line each. Null: nothing. The policy that the platform keeps has
-- them, too, so that this can be read from there again.
ALTER TABLE bucket ADD COLUMN client_conditions text COLLATE "C";
