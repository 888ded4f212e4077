package dev.ose.server.access;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.Optional;

/**
 * The anonymous operations that are left to the platform: reading and writing objects, listing them, and reading
 * settings. The platform's ACLs and policies decide each. What OSE answers itself is never public.
 */
final class AnonymousRules {

    private AnonymousRules() {}

    /** The bucket whose platform decides; empty if the operation is refused without asking it. */
    static Optional<BucketName> bucket(S3Operation operation) {
        if (!operation.action().has(ActionTrait.ANONYMOUS)) {
            return Optional.empty();
        }
        return switch (operation) {
            case ServiceOperation _ -> Optional.empty();
            case BucketOperation onBucket -> Optional.of(onBucket.bucket());
            // S3 requires a signature for response header overrides.
            case ObjectOperation onObject ->
                onObject.overrides().isEmpty() ? Optional.of(onObject.bucket()) : Optional.empty();
        };
    }
}
