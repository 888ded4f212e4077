package dev.ose.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ose nodes}. */
final class NodeCommands {

    private static final String NODES = "/api/v1/admin/nodes";

    private NodeCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "nodes",
                "All nodes of the cluster.",
                new Listing(terminal),
                new Show(terminal),
                Group.named(
                        "drain",
                        new Order(terminal, "drain"),
                        "Take a node out of service without a stop; ends with resume or a restart of the node."),
                Group.named("resume", new Order(terminal, "resume"), "Put a drained node into service again."));
    }

    @Command(name = "list", description = "Show the nodes that are alive or were within a day.")
    private static final class Listing extends AdminCommand {

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            show(all(NODES), Listing::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode nodes) {
            Table table = new Table("NODE", "HOST", "S3", "VERSION", "STATE", "OPEN", "STARTED", "SEEN");
            for (JsonNode node : nodes) {
                JsonNode report = node.path("report");
                table.row(
                        Table.text(node.path("name")),
                        Table.text(report.path("host")),
                        Table.text(report.path("addresses").path("s3")),
                        Table.text(node.path("version")),
                        Table.text(node.path("state")),
                        Table.text(report.path("openRequests")),
                        Table.text(node.path("startedAt")),
                        Table.text(node.path("lastSeenAt")));
            }
            return table;
        }
    }

    /** A command about one node. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "NODE", description = "Name of the node, as ose nodes list shows it.")
        private String node = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String path() {
            return NODES + '/' + encoded(node);
        }
    }

    @Command(name = "show", description = "Show a node and its last report.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(get(path()));
        }
    }

    @Command
    private static final class Order extends One {

        private final String order;

        Order(Terminal terminal, String order) {
            super(terminal);
            this.order = order;
        }

        @Override
        ExitCode perform() {
            return showOne(post(path() + '/' + order, null));
        }
    }
}
