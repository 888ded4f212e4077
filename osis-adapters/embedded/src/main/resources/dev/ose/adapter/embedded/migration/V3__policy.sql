-- Who beside the bucket's tenant may do what, and what nobody may, as the document that S3 shows; null if there is none.
alter table bucket add column policy text;
