package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.StoreCaller;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredBuckets;
import dev.ose.s3.BucketName;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.s3.permission.OperationFacts;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.permission.RequiredPermissions;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Authorises requests. The owner of a bucket may do everything that its policy does not deny; all others, of the
 * owner's tenant or not, may do only what the policy allows or an ACL grants. So does Ceph, where each user owns
 * buckets for itself. Thread-safe; blocks on PostgreSQL.
 */
final class AccessRules {

    private final StoredBuckets buckets;
    private final Clock clock;

    AccessRules(StoredBuckets buckets, Clock clock) {
        this.buckets = buckets;
        this.clock = clock;
    }

    /**
     * Authorises an operation, as far as the head of the request suffices.
     *
     * @param trace takes the steps of the decision
     * @throws S3ErrorException {@code NoSuchBucket}, {@code AccessDenied}
     */
    Admission admit(HeaderLookup headers, StoreCaller caller, S3Operation operation, EmbeddedAccessTrace trace) {
        OperationFacts facts = new OperationFacts(operation, headers);
        Map<BucketName, StoredBucket> found = new HashMap<>();
        for (BucketName name : named(operation)) {
            found.put(name, buckets.find(name).orElseThrow(() -> new S3ErrorException(S3Error.noSuchBucket(name))));
        }
        if (found.isEmpty()) {
            caller.requireAccount();
        }
        Admission admission = new Admission(caller, facts, clock.instant(), found, trace);
        List<Permission> needed = RequiredPermissions.of(operation, headers);
        // Keys in the body are authorised one by one, if any rule may apply to the caller.
        if (needed.isEmpty() ? !admission.isConcerned() : !admission.permits(needed)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ACCESS_DENIED));
        }
        return admission;
    }

    /** The buckets that must exist. */
    private static Set<BucketName> named(S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _, BucketOperation.CreateBucket _ -> Set.of();
            case BucketOperation onBucket -> Set.of(onBucket.bucket());
            case ObjectOperation.CopyObject copy ->
                both(copy.bucket(), copy.source().bucket());
            case ObjectOperation.UploadPartCopy copy ->
                both(copy.bucket(), copy.source().bucket());
            case ObjectOperation onObject -> Set.of(onObject.bucket());
        };
    }

    private static Set<BucketName> both(BucketName target, BucketName source) {
        return target.equals(source) ? Set.of(target) : Set.of(target, source);
    }
}
