package dev.ose.cli;

import dev.ose.client.Call;
import dev.ose.client.NamedQuotaView;
import dev.ose.client.NewQuota;
import dev.ose.client.QuotaView;
import dev.ose.client.QuotasApi;
import dev.ose.client.Usage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose quota}. */
final class QuotaCommands {

    private QuotaCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "quota",
                "Storage limits of tenants, users and buckets.",
                new Get(terminal),
                new Set(terminal),
                new Unset(terminal),
                new ListAll(terminal),
                QuotaAlertCommands.list(terminal),
                QuotaAlertCommands.thresholds(terminal));
    }

    @Command(name = "get", description = "Show a quota, and how much of it is used.")
    private static final class Get extends Holders {

        Get(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            QuotaView quota = ask(quota(holder()));
            show(quota.json(), json -> table(quota));
            return ExitCode.DONE;
        }
    }

    private static Call<QuotaView> quota(Holders.Holder holder) {
        return switch (holder) {
            case Holders.Holder.WholeTenant it -> QuotasApi.getTenantQuota(it.tenant());
            case Holders.Holder.OneUser it -> QuotasApi.getUserQuota(it.tenant(), it.user());
            case Holders.Holder.OneBucket it -> QuotasApi.getBucketQuota(it.tenant(), it.bucket());
        };
    }

    private static Table table(QuotaView quota) {
        Usage used = quota.used();
        long bytes = used.storedBytes() + used.partBytes() + used.olderBytes();
        Table table = new Table("OF", "USED", "LIMIT")
                .row("bytes", Long.toString(bytes), limit(quota.maxBytes()))
                .row("objects", Long.toString(used.objects()), limit(quota.maxObjects()));
        return quota.buckets() == null
                ? table
                : table.row("buckets", Table.text(quota.buckets()), limit(quota.maxBuckets()));
    }

    private static String limit(@Nullable Long limit) {
        return limit == null ? "none" : limit.toString();
    }

    /** The limits of a quota; null where there is none. */
    private record Limits(
            @Nullable Long maxBytes,
            @Nullable Long maxObjects,
            @Nullable Long maxBuckets) {

        static final Limits NONE = new Limits(null, null, null);

        static Limits of(QuotaView quota) {
            return new Limits(quota.maxBytes(), quota.maxObjects(), quota.maxBuckets());
        }

        NewQuota wanted() {
            NewQuota quota = NewQuota.of();
            if (maxBytes != null) {
                quota = quota.withMaxBytes(maxBytes);
            }
            if (maxObjects != null) {
                quota = quota.withMaxObjects(maxObjects);
            }
            return maxBuckets == null ? quota : quota.withMaxBuckets(maxBuckets);
        }
    }

    /** Changes a quota. */
    private abstract static class Changing extends Holders {

        @Mixin
        private DryRun dryRun = new DryRun();

        Changing(Terminal terminal) {
            super(terminal);
        }

        final boolean isDryRun() {
            return dryRun.isAskedFor();
        }

        final ExitCode showChanges(Limits before, Limits after) {
            ArrayNode changes = (ArrayNode) Json.tree(List.of());
            add(changes, "maxBytes", before.maxBytes(), after.maxBytes());
            add(changes, "maxObjects", before.maxObjects(), after.maxObjects());
            add(changes, "maxBuckets", before.maxBuckets(), after.maxBuckets());
            show(
                    Json.object("changes", changes),
                    it -> changes.isEmpty()
                            ? "unchanged"
                            : new Table("LIMIT", "FROM", "TO").rows(changes, "key", "from", "to"));
            if (isDryRun()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }

        private static void add(ArrayNode changes, String name, @Nullable Long from, @Nullable Long to) {
            if (!Objects.equals(from, to)) {
                changes.add(Json.object("key", name, "from", limit(from), "to", limit(to)));
            }
        }
    }

    @Command(name = "set", description = "Set limits; omitted limits stay. Stored data stay.")
    private static final class Set extends Changing {

        @Option(
                names = "--bytes",
                paramLabel = "SIZE",
                converter = Size.class,
                description = "Maximum of bytes, such as 500, 10GB or 1.5TiB; parts of open uploads count.")
        private @Nullable Long bytes;

        @Option(names = "--objects", paramLabel = "NUMBER", description = "Most objects.")
        private @Nullable Long objects;

        @Option(names = "--buckets", paramLabel = "NUMBER", description = "Maximum of buckets; not for a bucket.")
        private @Nullable Long buckets;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (bytes == null && objects == null && buckets == null) {
                throw CommandFailure.incomplete("No limit was given.", "Give --bytes, --objects or --buckets.");
            }
            if (buckets != null && isOfBucket()) {
                throw CommandFailure.incomplete("A bucket holds no buckets.", "Leave --buckets out.");
            }
            Holder holder = holder();
            Limits before = Limits.of(ask(quota(holder)));
            Limits after = new Limits(
                    bytes == null ? before.maxBytes() : bytes,
                    objects == null ? before.maxObjects() : objects,
                    buckets == null ? before.maxBuckets() : buckets);
            if (!isDryRun()) {
                ask(set(holder, after.wanted()));
            }
            return showChanges(before, after);
        }

        private static Call<QuotaView> set(Holder holder, NewQuota quota) {
            return switch (holder) {
                case Holder.WholeTenant it -> QuotasApi.putTenantQuota(it.tenant(), quota);
                case Holder.OneUser it -> QuotasApi.putUserQuota(it.tenant(), it.user(), quota);
                case Holder.OneBucket it -> QuotasApi.putBucketQuota(it.tenant(), it.bucket(), quota);
            };
        }
    }

    @Command(name = "unset", description = "Remove all limits of the tenant, the user or the bucket.")
    private static final class Unset extends Changing {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            Holder holder = holder();
            Limits before = Limits.of(ask(quota(holder)));
            if (!isDryRun()) {
                ask(unset(holder));
            }
            return showChanges(before, Limits.NONE);
        }

        private static Call<JsonNode> unset(Holder holder) {
            return switch (holder) {
                case Holder.WholeTenant it -> QuotasApi.deleteTenantQuota(it.tenant());
                case Holder.OneUser it -> QuotasApi.deleteUserQuota(it.tenant(), it.user());
                case Holder.OneBucket it -> QuotasApi.deleteBucketQuota(it.tenant(), it.bucket());
            };
        }
    }

    @Command(name = "list", description = "Show the quotas of a tenant, its users and its buckets.")
    private static final class ListAll extends UserCommands.OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(QuotasApi.listQuotas(tenantId())),
                    new Columns<NamedQuotaView>()
                            .with("USER", NamedQuotaView::user)
                            .with("BUCKET", NamedQuotaView::bucket)
                            .with("BYTES", NamedQuotaView::maxBytes)
                            .with("OBJECTS", NamedQuotaView::maxObjects)
                            .with("BUCKETS", NamedQuotaView::maxBuckets));
        }
    }
}
