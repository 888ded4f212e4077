package dev.ose.server.bucket;

import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;

/** A claim of a bucket whose request never said how it ended. */
public record LeftClaim(TenantId tenant, UserId owner, BucketId bucket) {}
