package dev.ose.server.job;

import dev.ose.server.access.Authorizer;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.credential.PlacedIdentities;

/** The services that the removal of a tenant needs beside those of jobs. */
public record TenantPurgeParts(
        JobParts jobs,
        Owners owners,
        Authorizer authorizer,
        OwnerBucketRequests requests,
        BucketAdmissions admissions,
        AccountDeletion deletion) {

    /** The owners of buckets, each with its key on the platform of the bucket. */
    public record Owners(Credentials credentials, IdentityDirectory identities, PlacedIdentities placed) {}
}
