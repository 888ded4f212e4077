package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command about a tenant, one of its users, or one of its buckets. */
abstract class Holders extends UserCommands.OfTenant {

    @Option(names = "--user", paramLabel = "USER", description = "For the buckets that this user of the tenant owns.")
    private @Nullable String user;

    @Option(names = "--bucket", paramLabel = "BUCKET", description = "For this bucket of the tenant.")
    private @Nullable String bucket;

    Holders(Terminal terminal) {
        super(terminal);
    }

    /** The admin API's path of the tenant, user or bucket. */
    final String holderPath() {
        if (user != null && bucket != null) {
            throw CommandFailure.incomplete("--user and --bucket exclude one another.", "Give one of them.");
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
