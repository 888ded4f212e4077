package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/**
 * What to delete: a version of a key, or its current object when no version is named. A version id that this store cannot have
 * made is {@code InvalidArgument}.
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
     */
    public record Result(
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable VersionId markerId) {}
}
