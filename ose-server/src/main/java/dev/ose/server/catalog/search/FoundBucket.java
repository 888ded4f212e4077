package dev.ose.server.catalog.search;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.CanonicalId;

/**
 * A bucket that was found, with its owner and what it holds.
 *
 * @param owner the canonical id of the user who owns it
 * @param objects how many objects are in it, newest versions only
 * @param storedBytes how many bytes they have
 */
public record FoundBucket(Bucket bucket, CanonicalId owner, String ownerName, long objects, long storedBytes) {}
