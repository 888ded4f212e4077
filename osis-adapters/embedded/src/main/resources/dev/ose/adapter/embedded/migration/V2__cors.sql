-- The rules for pages of other origins, as the document that S3 shows; null if the bucket has none.
alter table bucket add column cors bytea;
