package dev.ose.server.s3.relay;

import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.event.NotificationStore;

/** The services of operations on buckets. */
public record BucketServices(
        BucketStore store,
        BucketOwners owners,
        BucketSearch search,
        ObjectListing listing,
        CorsRules corsRules,
        NotificationStore notifications) {}
