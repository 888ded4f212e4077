package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.BucketAccess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a bucket is made with.
 *
 * @param location the region that its creator asks for, null if none
 * @param isLocked whether its versions can be locked, which switches versioning on as well
 * @param access whom it lets in
 */
public record NewBucket(
        @Nullable String location, SequencedMap<String, String> tags, boolean isLocked, BucketAccess access) {

    public NewBucket {
        tags = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(tags));
    }
}
