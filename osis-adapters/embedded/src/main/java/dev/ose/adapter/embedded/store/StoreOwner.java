package dev.ose.adapter.embedded.store;

/** An owner or initiator in S3 documents. */
public record StoreOwner(String canonicalId, String name) {}
