package dev.ose.adapter.embedded.store;

import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/**
 * The target of a deletion: a version of a key, or its current object if no version is named. {@code InvalidArgument}
 * for a malformed version id.
 */
public record Deletion(ObjectKey key, @Nullable VersionId versionId) {

    public Deletion {
        if (versionId != null) {
            VersionIds.requireId(versionId);
        }
    }

    /**
     * The result of a deletion.
     *
     * @param markerId the version id of the created or deleted delete marker, null if there is none
     * @param isProtected whether the version was kept because of a retention or a legal hold
     */
    public record Result(
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable VersionId markerId,
            boolean isProtected) {}

    /**
     * Conditions of a deletion.
     *
     * @param conditions preconditions on the current object; only with a single target
     * @param bypassGovernance whether a retention in GOVERNANCE is ignored; the caller has checked the permission
     */
    public record Terms(ConditionalHeaders conditions, boolean bypassGovernance) {}
}
