package dev.ose.cli;

import dev.ose.client.NewWebhookRequest;
import dev.ose.client.WebhookView;
import dev.ose.client.WebhooksApi;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

    @Command(name = "list", description = "Show the webhooks of a tenant and the state of their deliveries.")
    private static final class ListAll extends UserCommands.OfTenant {

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(WebhooksApi.listWebhooks(tenantId())),
                    new Columns<WebhookView>()
                            .with("ID", WebhookView::id)
                            .with("URL", WebhookView::url)
                            .with("BUCKET", WebhookView::bucket)
                            .with("PREFIX", WebhookView::prefix)
                            .with("SUFFIX", WebhookView::suffix)
                            .with("EVENTS", WebhookView::events)
                            .with("WAITING", it -> it.state().waiting())
                            .with("GIVEN UP", it -> it.state().givenUp())
                            .with("LOST", it -> it.state().dropped())
                            .with("PROBLEM", it -> it.state().problem()));
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
    private static final class Add extends UserCommands.OfTenant {

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
            NewWebhookRequest webhook = NewWebhookRequest.of(url)
                    .withBucket(bucket)
                    .withPrefix(prefix)
                    .withSuffix(suffix)
                    .withEvents(patterns());
            return showOne(WebhooksApi.createWebhook(tenantId(), webhook));
        }

        private @Nullable List<String> patterns() {
            if (isDestination) {
                return List.of();
            }
            return events == null ? null : events.stream().map(Events::pattern).collect(Collectors.toList());
        }
    }

    /** A command about one webhook. */
    private abstract static class One extends UserCommands.OfTenant {

        @Parameters(paramLabel = "WEBHOOK", description = "Its id.")
        private String id = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String id() {
            return id;
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
            String tenant = tenantId();
            ask(WebhooksApi.redeliverEvents(tenant, id()));
            return showOne(WebhooksApi.getWebhook(tenant, id()));
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
            String tenant = tenantId();
            return remove(
                    WebhooksApi.getWebhook(tenant, id()),
                    WebhooksApi.deleteWebhook(tenant, id()),
                    dryRun,
                    "The webhook is removed.");
        }
    }
}
