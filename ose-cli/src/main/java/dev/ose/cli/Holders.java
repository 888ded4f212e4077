package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Something of a tenant, of one of its users, or of one of its buckets. */
abstract class Holders extends UserCommands.OfTenant {

    @Option(names = "--user", paramLabel = "USER", description = "Of the buckets that this user of the tenant owns.")
    private @Nullable String user;

    @Option(names = "--bucket", paramLabel = "BUCKET", description = "Of this bucket of the tenant.")
    private @Nullable String bucket;

    Holders(Terminal terminal) {
        super(terminal);
    }

    /** Where the node knows whom this is about. */
    final String holderPath() {
        if (user != null && bucket != null) {
            throw CommandFailure.incomplete("--user and --bucket are two different things.", "Give one of them.");
        }
        if (user != null) {
            return userPath(tenant(), user);
        }
        return bucket == null ? tenantPath(tenant()) : bucketPath(tenant(), bucket);
    }

    /** Whether it is about a bucket. */
    final boolean isOfBucket() {
        return bucket != null;
    }
}
