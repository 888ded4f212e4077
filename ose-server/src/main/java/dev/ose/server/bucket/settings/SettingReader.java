package dev.ose.server.bucket.settings;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.platform.PlatformEndpoint;
import java.util.List;

/**
 * In whose name the settings of a bucket are read.
 *
 * @param bucket the bucket's name on the platform, as in a path
 * @param headers those besides the signature's
 */
public record SettingReader(PlatformEndpoint endpoint, PlatformKey key, String bucket, List<HeaderField> headers) {

    public SettingReader {
        headers = List.copyOf(headers);
    }

    /** The owner of the bucket, on OSE's own account. */
    public static SettingReader of(BucketOwner owner) {
        return new SettingReader(owner.endpoint(), owner.key(), owner.bucket().value(), owner.vouching());
    }
}
