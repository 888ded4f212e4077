package dev.ose.cli;

import dev.ose.client.AnnouncementView;
import dev.ose.client.NewAnnouncement;
import dev.ose.client.PortalApi;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ose announcements}. */
final class AnnouncementCommands {

    private AnnouncementCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "announcements",
                "Texts that the portal shows to its users.",
                new ListAll(terminal),
                new Add(terminal),
                new Change(terminal),
                new Remove(terminal));
    }

    @Command(
            name = "list",
            description = "Show announcements, newest first, also those that begin later or have ended.")
    private static final class ListAll extends AdminCommand {

        @Option(
                names = "--filter",
                paramLabel = "RSQL",
                description = "Only these, such as 'state==CURRENT' (default: all).")
        private @Nullable String filter;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(PortalApi.listAnnouncements().filter(filter)),
                    new Columns<AnnouncementView>()
                            .with("ID", AnnouncementView::id)
                            .with("STATE", AnnouncementView::state)
                            .with("SEVERITY", it -> it.content().severity())
                            .with("READERS", AnnouncementView::audience)
                            .with("BEGINS", it -> it.content().beginsAt())
                            .with("ENDS", it -> it.content().endsAt())
                            .with("TEXT", it -> it.content().text()));
        }
    }

    /** A command that says all of an announcement. */
    private abstract static class Wanted extends AdminCommand {

        @Option(names = "--text", required = true, paramLabel = "TEXT", description = "What it says; plain text.")
        private String text = "";

        @Option(
                names = "--severity",
                paramLabel = "SEVERITY",
                description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        private Severity severity = Severity.INFO;

        @Option(
                names = "--audience",
                paramLabel = "READERS",
                description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        private Readers audience = Readers.EVERYONE;

        @Option(
                names = "--tenant",
                paramLabel = "TENANT",
                description = "Only users of this tenant; may be repeated (default: of all).")
        private List<String> tenants = List.of();

        @Option(names = "--begins", paramLabel = "TIME", description = "Such as 2026-12-31T22:00:00Z (default: now).")
        private @Nullable String begins;

        @Option(names = "--ends", paramLabel = "TIME", description = "When it ends (default: once it is removed).")
        private @Nullable String ends;

        Wanted(Terminal terminal) {
            super(terminal);
        }

        final NewAnnouncement wanted() {
            NewAnnouncement wanted = NewAnnouncement.of(severity.name(), text)
                    .withAudience(audience.name())
                    .withTenants(tenants.stream().map(this::tenantId).toList());
            if (begins != null) {
                wanted = wanted.withBeginsAt(begins);
            }
            return ends == null ? wanted : wanted.withEndsAt(ends);
        }
    }

    /** The severities of the admin API. */
    private enum Severity {
        INFO,
        WARNING,
        CRITICAL
    }

    /** The readers of the admin API. */
    private enum Readers {
        EVERYONE,
        TENANT_ADMINISTRATORS,
        PROVIDER
    }

    @Command(name = "add", description = "Announce something; the portal shows it within five minutes.")
    private static final class Add extends Wanted {

        Add(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(PortalApi.createAnnouncement(wanted()));
        }
    }

    @Command(
            name = "change",
            description = "Replace an announcement. Users who have hidden it see it again; without --begins its"
                    + " beginning stays.")
    private static final class Change extends Wanted {

        @Parameters(paramLabel = "ANNOUNCEMENT", description = "Its id.")
        private String id = "";

        Change(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(PortalApi.putAnnouncement(id, wanted()));
        }
    }

    @Command(name = "remove", description = "Delete an announcement.")
    private static final class Remove extends AdminCommand {

        @Parameters(paramLabel = "ANNOUNCEMENT", description = "Its id.")
        private String id = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(
                    PortalApi.getAnnouncement(id),
                    PortalApi.deleteAnnouncement(id),
                    dryRun,
                    "The announcement is removed.");
        }
    }
}
