package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/**
 * One success of {@code DeleteObjects}.
 *
 * @param versionId the version that the request named
 * @param isDeleteMarker whether a delete marker was made or removed
 * @param deleteMarkerVersionId the version of that marker
 */
public record DeletedObject(
        ObjectKey key,
        @Nullable VersionId versionId,
        boolean isDeleteMarker,
        @Nullable VersionId deleteMarkerVersionId) {}
