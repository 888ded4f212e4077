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

    /** What holds objects: a tenant, a user or a bucket. Tenants and users are identified by their ids. */
    sealed interface Holder {

        /** All buckets of a tenant. */
        record WholeTenant(String tenant) implements Holder {}

        /** The buckets that a user owns. */
        record OneUser(String tenant, String user) implements Holder {}

        /** One bucket. */
        record OneBucket(String tenant, String bucket) implements Holder {}
    }

    final Holder holder() {
        if (user != null && bucket != null) {
            throw CommandFailure.incomplete("--user and --bucket exclude one another.", "Give one of them.");
        }
        if (user != null) {
            Member member = member(tenant(), user);
            return new Holder.OneUser(member.tenant(), member.user());
        }
        String tenant = tenantId();
        return bucket == null ? new Holder.WholeTenant(tenant) : new Holder.OneBucket(tenant, bucket);
    }

    /** Whether it is about a bucket. */
    final boolean isOfBucket() {
        return bucket != null;
    }
}
