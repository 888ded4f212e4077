package dev.ose.server.bucket.settings;

import dev.ose.s3.operation.BucketSubresource;
import java.util.Collection;
import java.util.Map;

/** Reads the settings of buckets from their platforms. Thread-safe. */
public interface BucketSettings {

    /**
     * Reads settings, all at once; an answer for each. Blocks until the platform has answered about all of them, 90
     * seconds at most.
     *
     * @param settings the actions that read them, none of which is named
     */
    Map<BucketSubresource.Action, SettingAnswer> read(
            SettingReader reader, Collection<BucketSubresource.Action> settings);
}
