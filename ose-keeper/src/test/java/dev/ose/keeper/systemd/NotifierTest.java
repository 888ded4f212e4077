package dev.ose.keeper.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NotifierTest {

    /** The JDK cannot receive datagrams on Unix sockets either. */
    private static final String RECEIVER = """
            import socket, sys
            name = sys.argv[1]
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind('\\0' + name[1:] if name[0] == '@' else name)
            print('bound', flush=True)
            while True:
                print(s.recv(65536).decode().replace('\\n', '|'), flush=True)
            """;

    @Test
    void systemdIsToldOverAFile() throws Exception {
        Path directory = Files.createTempDirectory("nt");
        try {
            notifies(directory.resolve("s").toString());
        } finally {
            Files.deleteIfExists(directory.resolve("s"));
            Files.delete(directory);
        }
    }

    @Test
    void systemdIsToldOverAnAbstractSocket() throws Exception {
        notifies("@ose-test-" + UUID.randomUUID());
    }

    private static void notifies(String socket) throws Exception {
        Process receiver = new ProcessBuilder(Programs.find("python3").toString(), "-c", RECEIVER, socket)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = receiver.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("bound");
            Notifier notifier = Notifier.of(Map.of("NOTIFY_SOCKET", socket));

            notifier.ready("Grün.\nAll is well.");
            notifier.alive();
            notifier.reloading();
            notifier.extendStart(Duration.ofSeconds(2));
            notifier.stopping("Ends.");

            List<String> lines = read(said, 5);
            assertThat(lines.get(0)).isEqualTo("READY=1|STATUS=Grün. All is well.");
            assertThat(lines.get(1)).isEqualTo("WATCHDOG=1");
            assertThat(lines.get(2)).matches("RELOADING=1\\|MONOTONIC_USEC=\\d+");
            assertThat(lines.get(3)).isEqualTo("EXTEND_TIMEOUT_USEC=2000000");
            assertThat(lines.get(4)).isEqualTo("STOPPING=1|STATUS=Ends.");
        } finally {
            receiver.destroyForcibly().waitFor();
        }
    }

    private static List<String> read(BufferedReader said, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(said.readLine());
        }
        return lines;
    }

    @Test
    void aMissingReceiverIsNoFailure() {
        Notifier.of(Map.of("NOTIFY_SOCKET", "/no/such/socket")).ready("fine");
        Notifier.of(Map.of("NOTIFY_SOCKET", "vsock:1:2")).ready("fine");
        Notifier.of(Map.of()).ready("fine");
    }

    @Test
    void watchdogIsFedTwiceAsOftenAsItAsks() {
        String own = Long.toString(ProcessHandle.current().pid());

        assertThat(Notifier.of(Map.of("WATCHDOG_USEC", "30000000")).watchdogInterval())
                .contains(Duration.ofSeconds(15));
        assertThat(Notifier.of(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", own))
                        .watchdogInterval())
                .contains(Duration.ofSeconds(15));
        assertThat(Notifier.of(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "1"))
                        .watchdogInterval())
                .isEmpty();
        assertThat(Notifier.of(Map.of("WATCHDOG_USEC", "nonsense")).watchdogInterval())
                .isEmpty();
    }
}
