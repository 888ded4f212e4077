package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/** One failure of {@code DeleteObjects}; the code is a text because a platform may have codes of its own. */
public record FailedDelete(ObjectKey key, @Nullable VersionId versionId, String code, String message) {}
