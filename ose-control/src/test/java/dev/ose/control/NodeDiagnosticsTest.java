package dev.ose.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.ServiceCommand.Action;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDiagnosticsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final Queue<Throwable> bugs = new ConcurrentLinkedQueue<>();

    @Test
    void nodeTellsWhatItsThreadsDoAndWhatFillsItsHeap() throws ControlException {
        NodeDiagnostics.open(directory, () -> Duration.ofMillis(1_234), bugs::add);

        assertThat(NodeDiagnostics.ask(directory, Action.THREAD_DUMP, LIMIT).orElseThrow())
                .contains("Full thread dump", "\"diagnostics\"", "nodeTellsWhatItsThreadsDo");
        assertThat(NodeDiagnostics.ask(directory, Action.HEAP_HISTOGRAM, LIMIT).orElseThrow())
                .contains("#instances", "java.lang.String");
        assertThat(bugs).isEmpty();
    }

    @Test
    void nodeTellsHowLongItsThreadsHaveNotMoved() throws ControlException {
        assertThat(NodeDiagnostics.stillness(directory, LIMIT)).isEmpty();

        NodeDiagnostics.open(directory, () -> Duration.ofMillis(1_234), bugs::add);

        assertThat(NodeDiagnostics.stillness(directory, LIMIT)).contains(Duration.ofMillis(1_234));
        assertThat(bugs).isEmpty();
    }

    @Test
    void nodeIsCommandedByNobodyThere() throws ControlException {
        NodeDiagnostics.open(directory, () -> Duration.ofMillis(1_234), bugs::add);

        assertThat(NodeDiagnostics.ask(directory, Action.STOP, LIMIT)).isEmpty();

        assertThat(bugs).isEmpty();
    }

    @Test
    void nextNodeTakesThePlaceOfOneThatIsGone() throws Exception {
        Path socket = directory.resolve("server.sock");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket))
                .close();
        assertThat(Files.exists(socket)).isTrue();
        assertThat(NodeDiagnostics.ask(directory, Action.THREAD_DUMP, LIMIT)).isEmpty();

        NodeDiagnostics.open(directory, () -> Duration.ofMillis(1_234), bugs::add);

        assertThat(NodeDiagnostics.ask(directory, Action.THREAD_DUMP, LIMIT)).isPresent();
    }

    @Test
    void nodeThatStandsStillIsNotWaitedForLonger() throws IOException {
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            // The kernel accepts the connection and the request; the program never reads them.
            silent.bind(UnixDomainSocketAddress.of(directory.resolve("server.sock")));

            assertThat(NodeDiagnostics.ask(directory, Action.THREAD_DUMP, Duration.ofMillis(50)))
                    .isEmpty();
        }
    }
}
