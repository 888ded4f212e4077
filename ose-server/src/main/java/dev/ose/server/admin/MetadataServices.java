package dev.ose.server.admin;

import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.catalog.label.BucketLabels;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.event.Webhooks;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.sync.SyncRuns;

/** What the admin API asks about buckets and objects. */
public record MetadataServices(
        BucketDirectory buckets,
        BucketStore bucketRows,
        ObjectCounters counters,
        QuotaStore quotas,
        SyncRuns syncRuns,
        BucketLabels labels,
        ObjectSearch search,
        Webhooks webhooks,
        BucketAdoption adoption,
        BucketOwnership ownership,
        BucketReassignment inheritance) {}
