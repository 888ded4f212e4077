package dev.ose.cli;

import dev.ose.client.Call;
import dev.ose.client.NodeApi;
import dev.ose.client.NodeView;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ose nodes}. */
final class NodeCommands {

    private NodeCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "nodes",
                "All nodes of the cluster.",
                new Listing(terminal),
                new Show(terminal),
                Group.named(
                        "drain",
                        new Order(terminal, NodeApi::drainNode),
                        "Take a node out of service without a stop; ends with resume or a restart of the node."),
                Group.named(
                        "resume", new Order(terminal, NodeApi::resumeNode), "Put a drained node into service again."));
    }

    @Command(name = "list", description = "Show the nodes that are alive or were within a day.")
    private static final class Listing extends AdminCommand {

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showAll(
                    all(NodeApi.listNodes()),
                    new Columns<NodeView>()
                            .with("NODE", NodeView::name)
                            .with("HOST", node -> node.report().host())
                            .with("S3", node -> node.report().addresses().s3())
                            .with("VERSION", NodeView::version)
                            .with("STATE", NodeView::state)
                            .with("OPEN", node -> node.report().openRequests())
                            .with("STARTED", NodeView::startedAt)
                            .with("SEEN", NodeView::lastSeenAt));
        }
    }

    /** A command about one node. */
    private abstract static class One extends AdminCommand {

        @Parameters(paramLabel = "NODE", description = "Name of the node, as ose nodes list shows it.")
        private String node = "";

        One(Terminal terminal) {
            super(terminal);
        }

        final String node() {
            return node;
        }
    }

    @Command(name = "show", description = "Show a node and its last report.")
    private static final class Show extends One {

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            return showOne(NodeApi.getNode(node()));
        }
    }

    @Command
    private static final class Order extends One {

        private final Function<String, Call<NodeView>> order;

        Order(Terminal terminal, Function<String, Call<NodeView>> order) {
            super(terminal);
            this.order = order;
        }

        @Override
        ExitCode perform() {
            return showOne(order.apply(node()));
        }
    }
}
