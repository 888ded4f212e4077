package dev.ose.adapter;

/**
 * An S3 key pair of a platform user, with which OSE signs what it sends on that user's behalf.
 *
 * @param active whether the platform takes its signatures; only a platform with {@link Capability#KEY_STATUS} has
 *     others
 */
public record PlatformKey(String accessKey, Secret secretKey, boolean active) {

    /** A key pair that works. */
    public PlatformKey(String accessKey, Secret secretKey) {
        this(accessKey, secretKey, true);
    }
}
