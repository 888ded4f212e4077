package dev.ose.server.admin.access;

import static dev.ose.server.admin.access.AdminOperation.Method.DELETE;
import static dev.ose.server.admin.access.AdminOperation.Method.GET;
import static dev.ose.server.admin.access.AdminOperation.Method.POST;
import static dev.ose.server.admin.access.AdminOperation.Method.PUT;
import static dev.ose.server.admin.access.Audience.ADMINISTRATORS;
import static dev.ose.server.admin.access.Audience.MEMBERS;
import static dev.ose.server.admin.access.OperationTrait.Mark.ACTS_AS_OWNER;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED;
import static dev.ose.server.admin.access.OperationTrait.Mark.AUDITED_BODY;
import static dev.ose.server.admin.access.OperationTrait.Mark.ENTERS_TENANT;
import static dev.ose.server.admin.access.OperationTrait.Mark.IMPERSONATES;
import static dev.ose.server.admin.access.OperationTrait.Mark.SUBJECT_IN_BODY;
import static dev.ose.server.admin.access.OperationTrait.as;
import static dev.ose.server.admin.access.OperationTrait.needs;

import dev.ose.adapter.Capability;

/** The operations on buckets, and the search. */
public enum BucketAdminOperation implements AdminOperation {
    /** Plain users see their own. */
    LIST_BUCKETS(GET, "/api/v1/admin/tenants/{tenant}/buckets", MEMBERS, as("s3:ListAllMyBuckets")),
    /** Of no tenant in its path: all tenants share the names. */
    CHECK_BUCKET_NAME(GET, "/api/v1/admin/bucket-names/{bucket}", MEMBERS, as("s3:CreateBucket")),
    /** Plain users create their own. */
    CREATE_BUCKET(
            POST,
            "/api/v1/admin/tenants/{tenant}/buckets",
            MEMBERS,
            as("s3:CreateBucket"),
            SUBJECT_IN_BODY,
            ACTS_AS_OWNER,
            ENTERS_TENANT,
            AUDITED_BODY),
    GET_BUCKET(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}", MEMBERS),
    /** Plain users of their own; a question, but of what others may do. */
    CHECK_ACCESS(
            POST,
            "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/access-check",
            MEMBERS,
            as("s3:GetBucketPolicy"),
            ENTERS_TENANT),
    /** Likewise, for the principals that the bucket is about. */
    SHOW_ACCESS(
            GET,
            "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/access",
            MEMBERS,
            as("s3:GetBucketPolicy"),
            ENTERS_TENANT,
            AUDITED),
    TRANSFER_BUCKET(
            PUT,
            "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/owner",
            ADMINISTRATORS,
            IMPERSONATES,
            needs(Capability.BUCKET_TRANSFERS),
            ENTERS_TENANT,
            AUDITED_BODY),
    SYNC_BUCKET(POST, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),
    LIST_SYNC_RUNS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync", ADMINISTRATORS),
    ENABLE_LABELS(PUT, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    SHOW_LABELS(GET, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),
    DISABLE_LABELS(DELETE, "/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels", ADMINISTRATORS),

    /** Plain users search their own buckets. */
    FIND_OBJECTS(GET, "/api/v1/admin/tenants/{tenant}/objects", MEMBERS, as("s3:ListBucket"), ENTERS_TENANT);

    @SuppressWarnings("ImmutableEnumChecker") // A row is immutable.
    private final OperationRow row;

    BucketAdminOperation(Method method, String path, Audience audience, OperationTrait... traits) {
        row = new OperationRow(new Route(method, path), audience, traits);
    }

    @Override
    public OperationRow row() {
        return row;
    }
}
