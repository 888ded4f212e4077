package dev.ose.keeper;

import dev.ose.control.Event;
import dev.ose.control.NodeCommand;
import dev.ose.control.NodeDiagnostics;
import dev.ose.control.ServiceCommand;
import dev.ose.keeper.probe.NodeClient;
import dev.ose.keeper.process.CrashReports;
import dev.ose.keeper.supervision.KeeperLoop;
import dev.ose.keeper.supervision.NodeStatus;
import dev.ose.keeper.supervision.NodeStatus.Phase;
import dev.ose.keeper.supervision.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries out commands about the node: its process, and requests to its admin API. Thread-safe. */
final class ServiceActions {

    static final String NOT_SERVING = "OSE-3211";
    static final String NO_ANSWER = "OSE-3212";
    static final String REFUSED = "OSE-3213";
    static final String NOT_STARTED = "OSE-3214";
    static final String NO_WORD = "OSE-3215";

    private static final Duration REQUEST = Duration.ofSeconds(60);
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);
    private static final int MAX_WAITS = 120;

    private final KeeperLoop loop;
    private final CrashReports crashReports;
    private final Path runDirectory;

    /** @param runDirectory where nodes accept diagnostic requests about their JVM */
    ServiceActions(KeeperLoop loop, CrashReports crashReports, Path runDirectory) {
        this.loop = loop;
        this.crashReports = crashReports;
        this.runDirectory = runDirectory;
    }

    /** Blocks until the command is complete. */
    Event.Outcome handle(ServiceCommand command, Consumer<Event.Progress> progress) throws InterruptedException {
        return switch (command.action()) {
            case STATUS -> new Event.Answer(json(loop.status()));
            case START -> running(loop.want(), progress);
            case STOP -> stopped(loop.wantNone(), progress);
            case RESTART -> restart(progress);
            case RELOAD -> reload();
            case THREAD_DUMP, HEAP_HISTOGRAM -> ask(command.action());
            case CRASHES -> words();
        };
    }

    /** Waits until the node serves, or fails in a start later than {@code before}. */
    private Event.Outcome running(NodeStatus before, Consumer<Event.Progress> progress) throws InterruptedException {
        for (int waits = 0; waits < MAX_WAITS; waits++) {
            NodeStatus now = loop.await(
                    status -> status.phase() == Phase.SERVING
                            || (status.serial() > before.serial() + 1 && isStuck(status)),
                    REPORT_EVERY);
            if (now.phase() == Phase.SERVING) {
                return new Event.Answer(json(now));
            }
            if ((now.serial() > before.serial() + 1 && isStuck(now)) || now.phase() == Phase.HELD) {
                return refusal(now);
            }
            progress.accept(Event.Progress.of(now.sentence()));
        }
        return refusal(loop.status());
    }

    private static boolean isStuck(NodeStatus status) {
        return status.phase() == Phase.HELD || status.phase() == Phase.WAITING || status.phase() == Phase.STOPPED;
    }

    private static Event.Refusal refusal(NodeStatus status) {
        return new Event.Refusal(
                Optional.ofNullable(status.code()).orElse(NOT_STARTED),
                status.sentence(),
                "See ose service status for the progress and ose service crashes for crash reports.");
    }

    private Event.Outcome stopped(NodeStatus before, Consumer<Event.Progress> progress) throws InterruptedException {
        for (int waits = 0; waits < MAX_WAITS; waits++) {
            NodeStatus now = loop.await(status -> status.phase() == Phase.STOPPED, REPORT_EVERY);
            if (now.phase() == Phase.STOPPED) {
                return new Event.Answer(json(now));
            }
            progress.accept(Event.Progress.of(now.sentence()));
        }
        return refusal(before);
    }

    private Event.Outcome restart(Consumer<Event.Progress> progress) throws InterruptedException {
        NodeStatus before;
        try {
            before = loop.wantAnother();
        } catch (Settings.UnusableException e) {
            return unusable(e);
        }
        return running(before, progress);
    }

    private static Event.Refusal unusable(Settings.UnusableException e) {
        return new Event.Refusal(e.code(), e.sentence(), "The running node keeps its settings.");
    }

    private Event.Outcome reload() throws InterruptedException {
        try {
            ObjectNode answer = JsonMapper.shared().createObjectNode();
            return new Event.Answer(answer.put("restartNeeded", loop.isOutOfDate()));
        } catch (Settings.UnusableException e) {
            return unusable(e);
        }
    }

    /** Also answers for a node that starts or stops, when diagnostics are needed most. */
    private Event.Outcome ask(ServiceCommand.Action question) {
        if (loop.status().pid() == null) {
            return notServing();
        }
        return NodeDiagnostics.ask(runDirectory, question, REQUEST)
                .<Event.Outcome>map(said ->
                        new Event.Answer(JsonMapper.shared().createObjectNode().put("text", said)))
                .orElseGet(() -> new Event.Refusal(
                        NO_WORD,
                        "The node's JVM does not respond to diagnostic requests.",
                        "Try again; a hung node is killed and restarted within half a minute."));
    }

    private Event.Outcome words() {
        try {
            ArrayNode all = JsonMapper.shared().createArrayNode();
            for (Path place : crashReports.places()) {
                all.addObject()
                        .put("directory", place.toString())
                        .put(
                                "summary",
                                Files.readString(place.resolve("summary.txt")).strip());
            }
            return new Event.Answer(all);
        } catch (IOException e) {
            return new Event.Refusal(
                    "OSE-3216",
                    "The crash reports cannot be read: " + e.getMessage() + ".",
                    "Check the permissions of the state directory.");
        }
    }

    /** Forwards a request to the node. */
    Event.Outcome pass(NodeCommand command) throws InterruptedException {
        Optional<NodeClient> node = loop.node();
        if (node.isEmpty()) {
            return notServing();
        }
        try {
            NodeClient.Answer answer = node.get().send(command, REQUEST);
            return answer.isSuccess() ? new Event.Answer(parse(answer.body())) : problem(answer);
        } catch (IOException e) {
            return new Event.Refusal(
                    NO_ANSWER,
                    "The node did not answer; the request may have been carried out.",
                    "Check ose service status, then whether the change took effect.");
        }
    }

    private Event.Refusal notServing() {
        NodeStatus status = loop.status();
        return new Event.Refusal(
                NOT_SERVING, "The node does not serve: " + status.sentence(), "Start it with ose service start.");
    }

    /** Translates the admin API's problem (RFC 9457) into a refusal. */
    private static Event.Refusal problem(NodeClient.Answer answer) {
        JsonNode body = parse(answer.body());
        return new Event.Refusal(
                body.path("code").asString(REFUSED),
                body.path("detail").asString("The node answered with status " + answer.status() + "."),
                body.path("title").asString("Correct the request."));
    }

    private static JsonNode parse(String body) {
        if (body.isBlank()) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return JsonMapper.shared().createObjectNode().put("text", body);
        }
    }

    private static JsonNode json(NodeStatus status) {
        ObjectNode shown = JsonMapper.shared().createObjectNode();
        shown.put("state", status.phase().name())
                .put("sentence", status.sentence())
                .put("code", status.code())
                .put("pid", status.pid())
                .put("since", status.since().toString())
                .put("restarts", status.restarts())
                .put("keeperPid", ProcessHandle.current().pid());
        if (status.endpoints() != null) {
            shown.put("s3Endpoint", status.endpoints().s3())
                    .put("adminEndpoint", status.endpoints().admin());
        }
        return shown;
    }
}
