package dev.ose.adapter.embedded.http;

import dev.ose.s3.BucketName;
import dev.ose.s3.permission.AclPermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * On what a request was let in: that the object which it is about is the caller's or grants it as much, or that the
 * caller began the upload. Whether it is so is asked of the very version that is served, since another may take its
 * place at any time. Who performs the request settles each condition; one that is left would be a hole, so that nothing
 * is answered then. Confined to the request's thread.
 */
final class Conditions {

    private final Map<BucketName, Set<AclPermission>> wanted = new HashMap<>();
    private final Set<BucketName> settled = new HashSet<>();
    private boolean isInitiatorWanted;
    private boolean isInitiatorSettled;

    /** Lets in somebody on condition that an object of the bucket grants as much. */
    void require(BucketName bucket, AclPermission permission) {
        wanted.computeIfAbsent(bucket, name -> EnumSet.noneOf(AclPermission.class))
                .add(permission);
        settled.remove(bucket);
    }

    /** Lets in somebody on condition that it began the upload. */
    void requireInitiator() {
        isInitiatorWanted = true;
    }

    /** What the object of the bucket must grant, which who asks looks at now. */
    Set<AclPermission> settle(BucketName bucket) {
        settled.add(bucket);
        return wanted.getOrDefault(bucket, Set.of());
    }

    /** Whether the caller must have begun the upload, which who asks looks at now. */
    boolean settleInitiator() {
        isInitiatorSettled = true;
        return isInitiatorWanted;
    }

    /** Whether nothing is left to be looked at. */
    boolean areSettled() {
        return settled.containsAll(wanted.keySet()) && (!isInitiatorWanted || isInitiatorSettled);
    }
}
