package dev.ose.cli;

import dev.ose.client.FoundPage;
import dev.ose.client.FoundView;
import dev.ose.client.ObjectsApi;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose search}. */
@Command
final class SearchCommand extends UserCommands.OfTenant {

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
        List<FoundView> found = new ArrayList<>();
        boolean isMore = find(found);
        if (csv) {
            printCsv(
                    found,
                    new Columns<FoundView>()
                            .with("bucket", FoundView::bucket)
                            .with("key", FoundView::key)
                            .with("size", FoundView::size)
                            .with("modified", FoundView::modified)
                            .with("etag", FoundView::etag)
                            .with("owner", FoundView::owner)
                            .with("versionId", FoundView::versionId));
        } else {
            showAll(
                    found,
                    new Columns<FoundView>()
                            .with("BUCKET", FoundView::bucket)
                            .with("KEY", FoundView::key)
                            .with("SIZE", FoundView::size)
                            .with("MODIFIED", FoundView::modified)
                            .with("OWNER", FoundView::owner));
        }
        if (isMore) {
            say("There may be more: a larger --limit shows them.");
        }
        return ExitCode.DONE;
    }

    /** Adds what is found, up to the limit; returns whether there may be more. A page may be empty without the last. */
    private boolean find(List<FoundView> found) {
        ObjectsApi.FindObjects search = ObjectsApi.findObjects(tenantId()).filter(filter);
        @Nullable String after = "";
        while (after != null && found.size() < limit) {
            FoundPage page =
                    ask(search.limit(Math.min(PAGE, limit - found.size())).after(after));
            found.addAll(page.items());
            warn(page.unlabelled());
            after = page.next();
        }
        return after != null;
    }

    private void warn(List<String> unlabelled) {
        if (!unlabelled.isEmpty()) {
            say("Labels of these buckets are not stored, or not yet for all objects: " + Table.text(unlabelled) + ".");
        }
    }
}
