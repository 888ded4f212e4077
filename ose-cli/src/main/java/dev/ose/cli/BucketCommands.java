package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code ose bucket}. */
final class BucketCommands {

    private BucketCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "bucket",
                "Buckets of a tenant; they are made and deleted by S3 clients.",
                new ListAll(terminal),
                new Show(terminal));
    }

    @Command(name = "list", description = "Show the buckets of a tenant.")
    private static final class ListAll extends UserCommands.OfTenant {

        @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin with it.")
        private @Nullable String prefix;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String chosen = prefix == null ? "" : "prefix=" + encoded(prefix) + "&";
            show(all(tenantPath(tenant()) + "/buckets", chosen), it -> new Table("NAME", "OWNER", "REGION", "CREATED")
                    .rows(it, "name", "owner", "region", "createdAt"));
            return ExitCode.DONE;
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
}
