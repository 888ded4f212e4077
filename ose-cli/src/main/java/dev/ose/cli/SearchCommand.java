package dev.ose.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** {@code ose search}. */
@Command
final class SearchCommand extends UserCommands.OfTenant {

    private static final String[] OBJECT = {"bucket", "key", "size", "modified", "etag", "owner", "versionId"};
    private static final int PAGE = 1000;

    @Parameters(
            paramLabel = "RSQL",
            arity = "0..1",
            description = "What to find, such as 'key==logs/*;size=gt=1000000' (default: all objects). Fields: bucket,"
                    + " key, owner, size, modified, etag; in buckets with labels also contentType, tag.NAME and"
                    + " meta.NAME.")
    private String filter = "";

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "Maximum number of objects (default: ${DEFAULT-VALUE}).")
    private int limit = 100;

    @Option(names = "--csv", description = "As comma-separated values with a header line.")
    private boolean csv;

    SearchCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    ExitCode perform() {
        if (limit < 1) {
            throw CommandFailure.incomplete("--limit must be at least 1.", "Give another number.");
        }
        ArrayNode found = (ArrayNode) Json.tree(new Object[0]);
        boolean isMore = find(found);
        if (csv) {
            terminal().out().print(String.join(",", OBJECT) + "\r\n");
            found.forEach(object -> terminal().out().print(Table.csv(object, OBJECT)));
            terminal().out().flush();
        } else {
            show(found, it -> new Table("BUCKET", "KEY", "SIZE", "MODIFIED", "OWNER")
                    .rows(it, "bucket", "key", "size", "modified", "owner"));
        }
        if (isMore) {
            say("There may be more: a larger --limit shows them.");
        }
        return ExitCode.DONE;
    }

    /** Adds what is found, up to the limit; returns whether there may be more. A page may be empty without the last. */
    private boolean find(ArrayNode found) {
        String path = tenantPath(tenant()) + "/objects?filter=" + encoded(filter);
        String after = "";
        do {
            JsonNode page = get(path + "&limit=" + Math.min(PAGE, limit - found.size()) + "&after=" + encoded(after));
            page.path("items").forEach(found::add);
            warn(page.path("unlabelled"));
            after = page.path("next").asString("");
        } while (!after.isEmpty() && found.size() < limit);
        return !after.isEmpty();
    }

    private void warn(JsonNode unlabelled) {
        if (!unlabelled.isEmpty()) {
            say("Labels of these buckets are not stored, or not yet for all objects: " + Table.text(unlabelled) + ".");
        }
    }
}
