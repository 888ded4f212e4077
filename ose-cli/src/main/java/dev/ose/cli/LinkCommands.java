package dev.ose.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose links}. */
final class LinkCommands {

    private LinkCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "links",
                "Links by which the users of a tenant share objects.",
                new ListAll(terminal),
                new Revoke(terminal));
    }

    /** A command about a tenant's links. */
    private abstract static class OfTenant extends UserCommands.OfTenant {

        OfTenant(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return tenantPath(tenant()) + "/links";
        }
    }

    @Command(
            name = "list",
            description = "Show the links of a tenant, newest first, without their URLs. Those that ended are shown for"
                    + " a month.")
    private static final class ListAll extends OfTenant {

        @Option(
                names = "--filter",
                paramLabel = "RSQL",
                description = "Only these, such as 'state==ACTIVE;bucket==docs' (default: all).")
        private @Nullable String filter;

        ListAll(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            String wanted = filter;
            show(all(path(), wanted == null ? "" : "filter=" + encoded(wanted) + "&"), ListAll::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode links) {
            Table table = new Table(
                    "ID", "USER", "BUCKET", "KEY", "STATE", "CREATED", "EXPIRES", "PASSWORD", "USES", "MAXIMUM");
            links.forEach(it -> table.row(
                    text(it, "id"),
                    text(it, "user"),
                    text(it.path("object"), "bucket"),
                    text(it.path("object"), "key"),
                    text(it.path("validity"), "state"),
                    text(it.path("validity"), "createdAt"),
                    text(it.path("validity"), "expiresAt"),
                    text(it, "hasPassword"),
                    text(it, "uses"),
                    text(it, "maximumUses")));
            return table;
        }

        private static String text(JsonNode object, String field) {
            return Table.text(object.path(field));
        }
    }

    @Command(
            name = "revoke",
            description = "Revoke a link: it redeems nothing from then on. Downloads that have begun go on.")
    private static final class Revoke extends OfTenant {

        @Parameters(paramLabel = "LINK", description = "Its id.")
        private String id = "";

        @Mixin
        private DryRun dryRun = new DryRun();

        Revoke(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return remove(path() + '/' + encoded(id), dryRun, "The link is revoked.");
        }
    }
}
