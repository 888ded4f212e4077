package dev.ose.cli;

import dev.ose.control.ServiceCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code ose service}. */
final class ServiceCommands {

    private ServiceCommands() {}

    static CommandLine group(Terminal terminal) {
        return Group.of(
                "service",
                "Start, stop and watch the node.",
                new Start(terminal),
                new Stop(terminal),
                new Restart(terminal),
                new Status(terminal));
    }

    /** One that the keeper does by itself. */
    private abstract static class Plain extends Leaf {

        private final ServiceCommand.Action action;

        Plain(Terminal terminal, ServiceCommand.Action action) {
            super(terminal);
            this.action = action;
        }

        @Override
        ExitCode perform() {
            show(ask(new ServiceCommand(action)), Plain::table);
            return ExitCode.DONE;
        }

        private static Table table(JsonNode answer) {
            Table table = new Table("WHAT", "VALUE");
            answer.properties().forEach(it -> table.row(it.getKey(), Table.text(it.getValue())));
            return table;
        }
    }

    @Command(name = "start", description = "Start the node and wait until it serves.")
    private static final class Start extends Plain {
        Start(Terminal terminal) {
            super(terminal, ServiceCommand.Action.START);
        }
    }

    @Command(name = "stop", description = "End the node, and keep it so until it is started.")
    private static final class Stop extends Plain {
        Stop(Terminal terminal) {
            super(terminal, ServiceCommand.Action.STOP);
        }
    }

    @Command(
            name = "restart",
            description =
                    "End the node, letting requests in flight finish, and start it with the present configuration.")
    private static final class Restart extends Plain {
        Restart(Terminal terminal) {
            super(terminal, ServiceCommand.Action.RESTART);
        }
    }

    @Command(name = "status", description = "Show how keeper and node are.")
    private static final class Status extends Plain {
        Status(Terminal terminal) {
            super(terminal, ServiceCommand.Action.STATUS);
        }
    }
}
