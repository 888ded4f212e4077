package dev.ose.server.s3;

import dev.ose.adapter.Quirk;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.sharing.ReadSetting;

/**
 * What must not be asked of a platform that {@link Quirk#NEWER_SETTINGS_OVERLOOKED overlooks} the names of settings it
 * lacks. Reading a setting of a bucket is harmless: the platform lists the bucket, with the rights that this takes, and
 * {@link ReadSetting} sees that the answer is about something else.
 */
final class UnsupportedSubresourceGuard {

    private UnsupportedSubresourceGuard() {}

    /** Whether the platform would do something else than the operation. */
    static boolean areOverlooked(S3Operation operation, Platform platform) {
        return platform.has(Quirk.NEWER_SETTINGS_OVERLOOKED)
                && operation.action().has(ActionTrait.OVERLOOKED);
    }
}
