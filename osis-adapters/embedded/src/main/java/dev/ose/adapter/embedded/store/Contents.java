package dev.ose.adapter.embedded.store;

/** What buckets contain: object versions and uploads, their lists and their locks. */
public record Contents(Objects objects, Uploads uploads, Listings listings, Locks locks) {}
