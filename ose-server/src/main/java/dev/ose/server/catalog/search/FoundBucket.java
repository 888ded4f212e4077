package dev.ose.server.catalog.search;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.CanonicalId;

/**
 * A bucket of a search result.
 *
 * @param owner the canonical id of the owner
 * @param objects number of objects, newest versions only
 * @param storedBytes total size of these objects
 */
public record FoundBucket(Bucket bucket, CanonicalId owner, String ownerName, long objects, long storedBytes) {}
