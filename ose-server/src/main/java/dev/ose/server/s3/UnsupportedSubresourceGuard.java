package dev.ose.server.s3;

import dev.ose.adapter.Quirk;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.sharing.ReadSetting;
import java.util.Set;

/**
 * What must not be asked of a platform that {@link Quirk#NEWER_SETTINGS_OVERLOOKED overlooks} the names of settings it
 * lacks. Reading a setting of a bucket is harmless: the platform lists the bucket, with the rights that this takes, and
 * {@link ReadSetting} sees that the answer is about something else.
 */
final class UnsupportedSubresourceGuard {

    private static final Set<String> SELECTORS = Set.of(
            "abac",
            "accelerate",
            "analytics",
            "encryption",
            "intelligent-tiering",
            "inventory",
            "metadataConfiguration",
            "metadataInventoryTable",
            "metadataJournalTable",
            "metadataTable",
            "metrics",
            "ownershipControls");

    private UnsupportedSubresourceGuard() {}

    /** Whether the platform would do something else than the operation. */
    static boolean areOverlooked(S3Operation operation, Platform platform) {
        return platform.has(Quirk.NEWER_SETTINGS_OVERLOOKED) && isDangerous(operation);
    }

    private static boolean isDangerous(S3Operation operation) {
        return switch (operation) {
            case BucketSubresource setting ->
                setting.isWrite() && SELECTORS.contains(setting.action().selector());
            case ObjectSubresource property ->
                SELECTORS.contains(property.action().selector());
            case ObjectOperation.GetObjectAttributes _ -> true;
            case ServiceOperation _, BucketOperation _, ObjectOperation _ -> false;
        };
    }
}
