package dev.ose.cli;

import dev.ose.control.NodeCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose quota}. */
final class QuotaCommands {

    private static final List<String> LIMITS = List.of("maxBytes", "maxObjects", "maxBuckets");

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
            show(get(holderPath() + "/quota"), QuotaCommands::table);
            return ExitCode.DONE;
        }
    }

    private static Table table(JsonNode quota) {
        JsonNode used = quota.path("used");
        String bytes = Long.toString(used.path("storedBytes").asLong()
                + used.path("partBytes").asLong()
                + used.path("olderBytes").asLong());
        Table table = new Table("OF", "USED", "LIMIT")
                .row("bytes", bytes, limit(quota, "maxBytes"))
                .row("objects", Table.text(used.path("objects")), limit(quota, "maxObjects"));
        return quota.has("buckets")
                ? table.row("buckets", Table.text(quota.path("buckets")), limit(quota, "maxBuckets"))
                : table;
    }

    private static String limit(JsonNode quota, String name) {
        return quota.has(name) ? Table.text(quota.path(name)) : "none";
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

        final ExitCode showChanges(JsonNode before, Map<String, Object> after) {
            ArrayNode changes = (ArrayNode) Json.tree(List.of());
            for (String name : LIMITS) {
                String from = limit(before, name);
                String to = String.valueOf(after.getOrDefault(name, "none"));
                if (!from.equals(to)) {
                    changes.add(Json.object("key", name, "from", from, "to", to));
                }
            }
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
            String path = holderPath() + "/quota";
            JsonNode before = get(path);
            Map<String, Object> after = new LinkedHashMap<>();
            put(after, before, "maxBytes", bytes);
            put(after, before, "maxObjects", objects);
            put(after, before, "maxBuckets", buckets);
            if (!isDryRun()) {
                put(path, after);
            }
            return showChanges(before, after);
        }

        private static void put(Map<String, Object> after, JsonNode before, String name, @Nullable Long wanted) {
            if (wanted != null) {
                after.put(name, wanted);
            } else if (before.has(name)) {
                after.put(name, before.path(name).asLong());
            }
        }
    }

    @Command(name = "unset", description = "Remove all limits of the tenant, the user or the bucket.")
    private static final class Unset extends Changing {

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String path = holderPath() + "/quota";
            JsonNode before = get(path);
            if (!isDryRun()) {
                ask(new NodeCommand("DELETE", path, null));
            }
            return showChanges(before, Map.of());
        }
    }

    @Command(name = "list", description = "Show the quotas of a tenant, its users and its buckets.")
    private static final class ListAll extends UserCommands.OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(tenantPath(tenant()) + "/quotas"), it -> new Table("USER", "BUCKET", "BYTES", "OBJECTS", "BUCKETS")
                    .rows(it, "user", "bucket", "maxBytes", "maxObjects", "maxBuckets"));
            return ExitCode.DONE;
        }
    }
}
