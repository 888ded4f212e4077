package dev.ose.server.job;

import dev.ose.server.access.Authorizer;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.IdentityDirectory;

/** The services that the removal of a tenant needs beside those of jobs. */
public record TenantPurgeParts(
        JobParts jobs,
        Credentials credentials,
        IdentityDirectory identities,
        Authorizer authorizer,
        OwnerBucketRequests requests,
        BucketAdmissions admissions,
        AccountDeletion deletion) {}
