package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An object in a listing; the owner is left out when null. */
public record ListedObject(
        ObjectKey key,
        Instant lastModified,
        ETag tag,
        long sizeBytes,
        String storageClass,
        @Nullable Owner owner) {

    /** The storage class of everything that was given no other. */
    public static final String STANDARD = "STANDARD";
}
