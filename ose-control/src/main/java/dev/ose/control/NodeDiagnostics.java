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
 * What a node's JVM tells its keeper of itself, over a socket of the node's in the keeper's directory. It is what jcmd shows;
 * but jcmd cannot look from one systemd unit into another, which has files and rights of its own. It stands on threads that
 * nothing else of the node uses, so that it answers of a node whose ports are silent.
 */
public final class NodeDiagnostics {

    private static final String SOCKET = "server.sock";
    private static final String JVM = "com.sun.management:type=DiagnosticCommand";
    private static final String STILL_MILLIS = "stillMillis";
    private static final Duration REQUEST = Duration.ofSeconds(2);
    private static final int MOST_REQUEST_BYTES = 4 << 10;
    private static final int MOST_QUESTIONS = 2;

    private NodeDiagnostics() {}

    /**
     * Answers from now on until this process ends. Costs nothing before it is asked.
     *
     * @param directory the keeper's
     * @param stillness how long the node's least recently moved thread of listeners has not moved; must not block
     * @param bugs told what nobody foresaw
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
     * Asks the node that has opened its socket in this directory last; nothing if it does not answer.
     *
     * @param action {@link ServiceCommand.Action#THREAD_DUMP} or {@link ServiceCommand.Action#HEAP_HISTOGRAM}
     * @param within how long it may take, but for the few seconds in which the question is said
     */
    public static Optional<String> ask(Path directory, ServiceCommand.Action action, Duration within) {
        ControlClient node = new ControlClient(directory.resolve(SOCKET), limits(within));
        return switch (node.send(new ServiceCommand(action), progress -> {})) {
            case Event.Answer answer -> Optional.of(answer.result().path("text").asString());
            case Event.Refusal _ -> Optional.empty();
        };
    }

    /**
     * Asks the node that has opened its socket in this directory last how long its threads of listeners have not moved; nothing if it
     * does not answer. A node whose ports are silent and whose threads move is busy: it does not hang.
     *
     * @param within as with {@link #ask}
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
                REQUEST, silence, MOST_REQUEST_BYTES, ControlLimits.standard().eventBytes(), MOST_QUESTIONS);
    }

    private static Event.Outcome answer(Command command, Supplier<Duration> stillness) {
        if (command instanceof ServiceCommand(ServiceCommand.Action action)) {
            return switch (action) {
                case THREAD_DUMP -> told("threadPrint");
                case HEAP_HISTOGRAM -> told("gcClassHistogram");
                case STATUS ->
                    new Event.Answer(JsonMapper.shared()
                            .createObjectNode()
                            .put(STILL_MILLIS, stillness.get().toMillis()));
                case START, STOP, RESTART, RELOAD, CRASHES -> notMine();
            };
        }
        return notMine();
    }

    private static Event.Outcome told(String question) {
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
        return ControlCode.UNREADABLE.refusal("A node tells of its JVM, and nothing else.", "Ask the keeper.");
    }
}
