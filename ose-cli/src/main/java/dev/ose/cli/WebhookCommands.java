package dev.ose.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose webhooks}. */
final class WebhookCommands {

    private WebhookCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "webhooks",
                "Webhooks of a tenant, which get events about its objects and quotas.",
                new ListAll(terminal),
                new Add(terminal),
                new Redeliver(terminal),
                new Remove(terminal));
    }

    /** A command about a tenant's webhooks. */
    private abstract static class OfTenant extends UserCommands.OfTenant {

        OfTenant(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return tenantPath(tenant()) + "/webhooks";
        }
    }

    @Command(name = "list", description = "Show the webhooks of a tenant and the state of their deliveries.")
    private static final class ListAll extends OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(get(path()).path("items"), ListAll::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode webhooks) {
            Table table = new Table(
                    "ID", "URL", "BUCKET", "PREFIX", "SUFFIX", "EVENTS", "WAITING", "GIVEN UP", "LOST", "PROBLEM");
            webhooks.forEach(it -> table.row(
                    text(it, "id"),
                    text(it, "url"),
                    text(it, "bucket"),
                    text(it, "prefix"),
                    text(it, "suffix"),
                    text(it, "events"),
                    text(it.path("state"), "waiting"),
                    text(it.path("state"), "givenUp"),
                    text(it.path("state"), "dropped"),
                    text(it.path("state"), "problem")));
            return table;
        }

        private static String text(JsonNode object, String field) {
            return Table.text(object.path(field));
        }
    }

    /** The kinds of events, by their names in the admin API. */
    private enum Events {
        CREATED("s3:ObjectCreated:*"),
        REMOVED("s3:ObjectRemoved:*"),
        QUOTA_ALERT("ose:QuotaAlert:*");

        private final String pattern;

        Events(String pattern) {
            this.pattern = pattern;
        }

        String pattern() {
            return pattern;
        }
    }

    @Command(
            name = "add",
            description = "Add a webhook. The secret that signs its messages is shown this once, with the webhook.")
    private static final class Add extends OfTenant {

        @Option(names = "--url", required = true, paramLabel = "URL", description = "URL of the receiver.")
        private String url = "";

        @Option(names = "--bucket", paramLabel = "BUCKET", description = "Only this bucket (default: all).")
        private @Nullable String bucket;

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only keys with this prefix.")
        private @Nullable String prefix;

        @Option(names = "--suffix", paramLabel = "TEXT", description = "Only keys with this suffix.")
        private @Nullable String suffix;

        @Option(
                names = "--events",
                split = ",",
                paramLabel = "KIND",
                description =
                        "Only these events, separated by commas: ${COMPLETION-CANDIDATES} (default: all changes of"
                                + " objects).")
        private @Nullable List<Events> events;

        @Option(
                names = "--destination",
                description = "No events of its own: it is a destination of the notification configurations of"
                        + " buckets, which name it by its ARN.")
        private boolean isDestination;

        Add(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            if (isDestination && events != null) {
                throw CommandFailure.incomplete("--destination and --events contradict.", "Give one of them.");
            }
            Map<String, @Nullable Object> webhook = new LinkedHashMap<>();
            webhook.put("url", url);
            webhook.put("bucket", bucket);
            webhook.put("prefix", prefix);
            webhook.put("suffix", suffix);
            webhook.put("events", patterns());
            return showOne(post(path(), webhook));
        }

        private @Nullable List<String> patterns() {
            if (isDestination) {
                return List.of();
            }
            return events == null ? null : events.stream().map(Events::pattern).collect(Collectors.toList());
        }
    }

    /** A command about one webhook. */
    private abstract static class One extends OfTenant {

        @Parameters(paramLabel = "WEBHOOK", description = "Its id.")
        private String id = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String onePath() {
            return path() + '/' + encoded(id);
        }
    }

    @Command(
            name = "redeliver",
            description = "Deliver again the events that were given up, and immediately those that wait.")
    private static final class Redeliver extends One {

        Redeliver(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            post(onePath() + "/redeliver", null);
            return showOne(get(onePath()));
        }
    }

    @Command(
            name = "remove",
            description = "Remove a webhook with the events that wait for it. One that the notification configuration"
                    + " of a bucket names cannot be removed.")
    private static final class Remove extends One {

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(onePath(), dryRun, "The webhook is removed.");
        }
    }
}
