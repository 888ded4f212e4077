package dev.ose.control;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;
import tools.jackson.databind.json.JsonMapper;

/**
 * Diagnostics of a node's JVM for its keeper, over a socket in the keeper's directory. They equal those of jcmd; but
 * jcmd cannot attach from one systemd unit to another, which has its own files and permissions. It uses threads that
 * nothing else of the node uses, so that it responds even if the node's ports are silent.
 */
public final class NodeDiagnostics {

    private static final String SOCKET = "server.sock";
    private static final String JVM = "com.sun.management:type=DiagnosticCommand";
    private static final String STILL_MILLIS = "stillMillis";
    private static final Duration REQUEST = Duration.ofSeconds(2);
    private static final int MAX_REQUEST_BYTES = 4 << 10;
    private static final int MAX_QUESTIONS = 2;

    private NodeDiagnostics() {}

    /**
     * Serves requests until this process ends. Costs nothing before the first request.
     *
     * @param directory the keeper's
     * @param stillness time since the least recently active listener thread made progress; must not block
     * @param bugs receives unexpected exceptions
     * @throws ControlException if the socket cannot be opened
     */
    public static void open(Path directory, Supplier<Duration> stillness, Consumer<Throwable> bugs)
            throws ControlException {
        ControlServer.open(
                directory.resolve(SOCKET),
                PeerRule.standard(),
                (command, progress) -> answer(command, stillness),
                bugs,
                new ControlServer.Terms(
                        limits(REQUEST),
                        Thread.ofPlatform().daemon().name("diagnostics").factory()));
    }

    /**
     * Queries the node that opened its socket in this directory last; empty if it does not respond.
     *
     * @param action {@link ServiceCommand.Action#THREAD_DUMP} or {@link ServiceCommand.Action#HEAP_HISTOGRAM}
     * @param within time limit of the answer, plus a few seconds for sending the request
     */
    public static Optional<String> ask(Path directory, ServiceCommand.Action action, Duration within) {
        ControlClient node = new ControlClient(directory.resolve(SOCKET), limits(within));
        return switch (node.send(new ServiceCommand(action), progress -> {})) {
            case Event.Answer answer -> Optional.of(answer.result().path("text").asString());
            case Event.Refusal _ -> Optional.empty();
        };
    }

    /**
     * How long the listener threads of the node that opened its socket last have made no progress; empty if it does not
     * respond. A node whose ports are silent but whose threads make progress is busy, not hung.
     *
     * @param within as in {@link #ask}
     */
    public static Optional<Duration> stillness(Path directory, Duration within) {
        ControlClient node = new ControlClient(directory.resolve(SOCKET), limits(within));
        return switch (node.send(new ServiceCommand(ServiceCommand.Action.STATUS), progress -> {})) {
            case Event.Answer answer
            when answer.result().path(STILL_MILLIS).isIntegralNumber() ->
                Optional.of(Duration.ofMillis(answer.result().path(STILL_MILLIS).asLong()));
            case Event.Answer _, Event.Refusal _ -> Optional.empty();
        };
    }

    private static ControlLimits limits(Duration silence) {
        return new ControlLimits(
                REQUEST, silence, MAX_REQUEST_BYTES, ControlLimits.standard().eventBytes(), MAX_QUESTIONS);
    }

    private static Event.Outcome answer(Command command, Supplier<Duration> stillness) {
        if (command instanceof ServiceCommand(ServiceCommand.Action action)) {
            return switch (action) {
                case THREAD_DUMP -> diagnose("threadPrint");
                case HEAP_HISTOGRAM -> diagnose("gcClassHistogram");
                case STATUS ->
                    new Event.Answer(JsonMapper.shared()
                            .createObjectNode()
                            .put(STILL_MILLIS, stillness.get().toMillis()));
                case START, STOP, RESTART, RELOAD, CRASHES -> notMine();
            };
        }
        return notMine();
    }

    private static Event.Outcome diagnose(String question) {
        try {
            Object said = ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName(JVM), question, new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            return new Event.Answer(JsonMapper.shared().createObjectNode().put("text", String.valueOf(said)));
        } catch (JMException e) {
            throw new IllegalStateException("a JVM of this kind answers " + question, e);
        }
    }

    private static Event.Refusal notMine() {
        return ControlCode.UNREADABLE.refusal("A node reports on its JVM only.", "Ask the keeper.");
    }
}
