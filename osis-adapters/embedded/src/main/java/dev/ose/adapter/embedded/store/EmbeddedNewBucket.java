package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.BucketAccess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a new bucket.
 *
 * @param location the location constraint, null if none
 * @param isLocked whether Object Lock is enabled, which also enables versioning
 * @param access ownership, ACL and public access block
 */
public record EmbeddedNewBucket(
        @Nullable String location, SequencedMap<String, String> tags, boolean isLocked, BucketAccess access) {

    public EmbeddedNewBucket {
        tags = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tags));
    }
}
