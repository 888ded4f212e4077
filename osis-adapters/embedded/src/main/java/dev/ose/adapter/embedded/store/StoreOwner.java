package dev.ose.adapter.embedded.store;

/** Who owns or began something, as S3 documents name them. */
public record StoreOwner(String canonicalId, String name) {}
