package dev.ose.server.job;

import dev.ose.server.access.Authorizer;
import dev.ose.server.bucket.settings.OwnerBucketRemoval;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.credential.PlacedIdentities;
import dev.ose.server.tenant.credential.UserIdentities;

/** The services that the removal of a tenant needs beside those of jobs. */
public record TenantPurgeParts(
        JobParts jobs,
        Owners owners,
        Authorizer authorizer,
        OwnerBucketRemoval.Services removals,
        AccountDeletion deletion) {

    /** The owners of buckets, each with its key on the platform of the bucket. */
    public record Owners(UserIdentities users, PlacedIdentities placed) {}
}
