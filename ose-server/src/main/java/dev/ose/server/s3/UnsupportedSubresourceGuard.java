package dev.ose.server.s3;

import dev.ose.adapter.Quirk;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.sharing.ReadSetting;

/**
 * Refuses requests that are unsafe on a platform that {@link Quirk#NEWER_SETTINGS_OVERLOOKED ignores} the names of
 * unsupported settings. Reading a setting of a bucket is harmless: the platform lists the bucket, which it authorises,
 * and {@link ReadSetting} detects the wrong answer.
 */
final class UnsupportedSubresourceGuard {

    private UnsupportedSubresourceGuard() {}

    /** Whether the platform would do something else than the operation. */
    static boolean areOverlooked(S3Operation operation, Platform platform) {
        return platform.has(Quirk.NEWER_SETTINGS_OVERLOOKED)
                && operation.action().has(ActionTrait.OVERLOOKED);
    }
}
