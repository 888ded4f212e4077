package dev.ose.cli;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code ose bucket}. */
final class BucketCommands {

    private BucketCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "bucket",
                "Buckets of a tenant; S3 clients create and delete them.",
                new ListAll(terminal),
                new Show(terminal),
                new CheckName(terminal),
                new Adopt(terminal),
                new Transfer(terminal));
    }

    @Command(name = "list", description = "Show the buckets of a tenant.")
    private static final class ListAll extends UserCommands.OfTenant {

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names with this prefix.")
        private @Nullable String prefix;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String chosen = prefix == null ? "" : "prefix=" + encoded(prefix) + "&";
            show(all(tenantPath(tenant()) + "/buckets", chosen), it -> new Table(
                            "NAME", "OWNER", "REGION", "CREATED", "OBJECTS", "BYTES", "QUOTA USED %")
                    .rows(it, "name", "ownerName", "region", "createdAt", "objects", "takenBytes", "quotaPercent"));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "check-name",
            description = "Show whether a bucket of a name can be created: free, taken or invalid.")
    private static final class CheckName extends AdminCommand {

        @Parameters(paramLabel = "BUCKET", description = "The name.")
        private String name = "";

        CheckName(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get("/api/v1/admin/bucket-names/" + encoded(name)));
        }
    }

    /** One bucket. */
    abstract static class One extends UserCommands.OfTenant {

        @Parameters(paramLabel = "BUCKET", description = "Its name.")
        private String name = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return bucketPath(tenant(), name);
        }
    }

    @Command(name = "show", description = "Show one bucket, and what it holds.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode bucket = get(path());
            ObjectNode both = ((ObjectNode) bucket).deepCopy();
            both.setAll((ObjectNode) get(path() + "/usage"));
            return showOne(both);
        }
    }

    @Command(
            name = "adopt",
            description = "Take over the buckets that a user has on the platform only; each is then compared with the"
                    + " platform. Exits with 6 if some could not be taken over, or their grants could not be read.")
    private static final class Adopt extends UserCommands.OfTenant {

        private static final Set<String> TAKEN_OVER = Set.of("ADOPTED", "KNOWN");

        @Option(names = "--user", required = true, paramLabel = "USER", description = "Name of the user.")
        private String user = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        /** Small enough for the platform to report on all of them within the request's time limit. */
        private static final int PAGE = 10;

        Adopt(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            JsonNode adopted = adoptAll(userPath(tenant(), user) + "/buckets/adopt");
            show(adopted, it -> new Table("BUCKET", "OUTCOME", "SHARING").rows(it, "bucket", "outcome", "sharing"));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            boolean isWhole = adopted.valueStream()
                    .allMatch(it -> TAKEN_OVER.contains(it.path("outcome").asString())
                            && !it.path("sharing").asString("").equals("UNREAD"));
            return isWhole ? ExitCode.DONE : ExitCode.UNKNOWN;
        }

        private JsonNode adoptAll(String path) {
            ArrayNode all = (ArrayNode) Json.tree(List.of());
            String after = "";
            do {
                JsonNode page = post(path, Json.object("after", after, "limit", PAGE, "dryRun", dryRun.isAskedFor()));
                page.path("buckets").forEach(all::add);
                after = page.path("next").asString("");
            } while (!after.isEmpty());
            return all;
        }
    }

    @Command(
            name = "transfer",
            description =
                    "Transfer a bucket to another user of its tenant, whose usage and quota then include its contents."
                            + " With --dry-run only check that both exist.")
    private static final class Transfer extends One {

        @Option(names = "--to", required = true, paramLabel = "USER", description = "Name of the new owner.")
        private String newOwner = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Transfer(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String to = get(userPath(tenant(), newOwner)).path("id").asString();
            String from = get(path()).path("owner").asString();
            if (!dryRun.isAskedFor()) {
                put(path() + "/owner", Json.object("user", to));
            }
            show(Json.object("from", from, "to", to), it -> new Table("FROM", "TO").row(from, to));
            if (dryRun.isAskedFor()) {
                say(DryRun.SAID);
            }
            return ExitCode.DONE;
        }
    }
}
