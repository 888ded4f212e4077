package dev.ose.adapter.embedded.store;

import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/**
 * What to delete: a version of a key, or its current object when no version is named. A version id that this store
 * cannot have made is {@code InvalidArgument}.
 */
public record Deletion(ObjectKey key, @Nullable VersionId versionId) {

    public Deletion {
        if (versionId != null) {
            VersionIds.requireId(versionId);
        }
    }

    /**
     * What a deletion did.
     *
     * @param markerId the version id of the delete marker that was made or deleted, null if there was none
     * @param isProtected whether the version was left where it is, because a retention or a legal hold keeps it
     */
    public record Result(
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable VersionId markerId,
            boolean isProtected) {}

    /**
     * On what terms to delete.
     *
     * @param conditions what must hold of the current object; anything but none needs a single target
     * @param bypassGovernance whether a retention in GOVERNANCE is no obstacle, which the caller must have permission
     *     for
     */
    public record Terms(ConditionalHeaders conditions, boolean bypassGovernance) {}
}
