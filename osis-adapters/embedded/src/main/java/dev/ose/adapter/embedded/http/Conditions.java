package dev.ose.adapter.embedded.http;

import dev.ose.s3.BucketName;
import dev.ose.s3.permission.AclPermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The conditions on which a request was admitted: the object is the caller's or its ACL grants the permission, or the
 * caller initiated the upload. They are checked on the very version that is served, because another may replace it at
 * any time. The handler settles each condition; if one is left, the request fails. Confined to the request's thread.
 */
final class Conditions {

    private final Map<BucketName, Set<AclPermission>> wanted = new HashMap<>();
    private final Set<BucketName> settled = new HashSet<>();
    private boolean isInitiatorWanted;
    private boolean isInitiatorSettled;

    /** Adds the condition that the object grants the permission. */
    void require(BucketName bucket, AclPermission permission) {
        wanted.computeIfAbsent(bucket, name -> EnumSet.noneOf(AclPermission.class))
                .add(permission);
        settled.remove(bucket);
    }

    /** Adds the condition that the caller initiated the upload. */
    void requireInitiator() {
        isInitiatorWanted = true;
    }

    /** Settles the conditions on the object: returns the permissions that the caller of this method must check. */
    Set<AclPermission> settle(BucketName bucket) {
        settled.add(bucket);
        return wanted.getOrDefault(bucket, Set.of());
    }

    /** Settles the condition on the upload: returns whether the caller of this method must check the initiator. */
    boolean settleInitiator() {
        isInitiatorSettled = true;
        return isInitiatorWanted;
    }

    /** Whether there is a condition on the initiator of an upload that is not settled. */
    boolean isInitiatorWanted() {
        return isInitiatorWanted && !isInitiatorSettled;
    }

    /** Whether all conditions are settled. */
    boolean areSettled() {
        return settled.containsAll(wanted.keySet()) && !isInitiatorWanted();
    }
}
