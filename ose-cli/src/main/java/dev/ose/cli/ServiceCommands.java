package dev.ose.cli;

import dev.ose.client.HealthView;
import dev.ose.client.NodeApi;
import dev.ose.client.WorkView;
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
                new Status(terminal),
                new Health(terminal),
                new Reload(terminal),
                new Threads(terminal),
                new Heap(terminal),
                new Crashes(terminal));
    }

    /** A command that the keeper performs without the node. */
    private abstract static class Plain extends BaseCommand {

        private final ServiceCommand.Action action;

        Plain(Terminal terminal, ServiceCommand.Action action) {
            super(terminal);
            this.action = action;
        }

        @Override
        ExitCode perform() {
            JsonNode answer = ask(new ServiceCommand(action));
            show(answer, Plain::forPeople);
            return verdict(answer);
        }

        ExitCode verdict(JsonNode answer) {
            return ExitCode.DONE;
        }

        private static Object forPeople(JsonNode answer) {
            if (answer.path("text").isString()) {
                return answer.path("text").asString().stripTrailing();
            }
            if (answer.isArray()) {
                return new Table("DIRECTORY", "SUMMARY").rows(answer, "directory", "summary");
            }
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

    @Command(name = "stop", description = "Stop the node; it stays stopped until it is started.")
    private static final class Stop extends Plain {
        Stop(Terminal terminal) {
            super(terminal, ServiceCommand.Action.STOP);
        }
    }

    @Command(
            name = "restart",
            description =
                    "Stop the node after requests in flight are complete, and start it with the present configuration.")
    private static final class Restart extends Plain {
        Restart(Terminal terminal) {
            super(terminal, ServiceCommand.Action.RESTART);
        }
    }

    @Command(name = "status", description = "Show the status of keeper and node. Exits with 4 unless the node serves.")
    private static final class Status extends Plain {
        Status(Terminal terminal) {
            super(terminal, ServiceCommand.Action.STATUS);
        }

        @Override
        ExitCode verdict(JsonNode answer) {
            return answer.path("state").asString().equals("SERVING") ? ExitCode.DONE : ExitCode.NOT_RUNNING;
        }
    }

    @Command(
            name = "health",
            description = "Show the background work of the node: last success, failures since, and their last cause.")
    private static final class Health extends AdminCommand {
        Health(Terminal terminal) {
            super(terminal);
        }

        @Override
        ExitCode perform() {
            HealthView health = ask(NodeApi.showHealth());
            show(health.json(), json -> new Columns<WorkView>()
                    .with("WORK", WorkView::name)
                    .with("LAST SUCCESS", WorkView::lastSuccess)
                    .with("FAILURES SINCE", WorkView::consecutiveFailures)
                    .with("LAST CAUSE", WorkView::lastCause)
                    .table(health.backgroundWork()));
            return ExitCode.DONE;
        }
    }

    @Command(name = "reload", description = "Read the configuration again; reports whether the node must be restarted.")
    private static final class Reload extends Plain {
        Reload(Terminal terminal) {
            super(terminal, ServiceCommand.Action.RELOAD);
        }
    }

    @Command(name = "threads", description = "Show what the node's threads are doing.")
    private static final class Threads extends Plain {
        Threads(Terminal terminal) {
            super(terminal, ServiceCommand.Action.THREAD_DUMP);
        }
    }

    @Command(name = "heap", description = "Show what fills the node's heap, by class.")
    private static final class Heap extends Plain {
        Heap(Terminal terminal) {
            super(terminal, ServiceCommand.Action.HEAP_HISTOGRAM);
        }
    }

    @Command(name = "crashes", description = "Show the crash reports of the node.")
    private static final class Crashes extends Plain {
        Crashes(Terminal terminal) {
            super(terminal, ServiceCommand.Action.CRASHES);
        }
    }
}
