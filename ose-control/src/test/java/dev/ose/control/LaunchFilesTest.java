package dev.ose.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchFilesTest {

    @TempDir
    Path directory;

    @Test
    void nodeReadsTheLaunchThatTheKeeperWrote() throws IOException {
        LaunchTicket launch = LaunchTicket.fresh(new SecureRandom());

        launch.write(directory);

        assertThat(LaunchTicket.read(directory)).contains(launch);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("server.login"))))
                .isEqualTo("rw-------");
        String login = launch.login().use(bytes -> new String(bytes, StandardCharsets.US_ASCII));
        assertThat(login).hasSize(43);
        assertThat(launch).asString().doesNotContain(login);
    }

    @Test
    void keeperReadsWhatTheNodeReported() throws IOException {
        LaunchReport starting = new LaunchReport("a", ProcessIdentity.own(), null);
        LaunchReport serving = new LaunchReport(
                "a", ProcessIdentity.own(), new LaunchReport.Endpoints("http://127.0.0.1:1", "http://127.0.0.1:2"));

        assertThat(LaunchReport.read(directory)).isEmpty();
        starting.write(directory);
        assertThat(LaunchReport.read(directory)).contains(starting);
        serving.write(directory);
        assertThat(LaunchReport.read(directory)).contains(serving);
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void spoiledFileIsNotQuoted() throws IOException {
        Files.writeString(directory.resolve("server.login"), "{\"name\":\"a\",\"login\":\"hidden");

        assertThatThrownBy(() -> LaunchTicket.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void processIsKnownByItsStartToo() throws Exception {
        ProcessIdentity own = ProcessIdentity.own();

        assertThat(own.isAlive()).isTrue();
        assertThat(new ProcessIdentity(own.pid(), own.startTicks() - 1).isAlive())
                .isFalse();
    }

    @Test
    void endedProcessIsNotAlive() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
        assertThat(identity.isAlive()).isTrue();

        process.getOutputStream().close();
        process.waitFor();

        assertThat(identity.isAlive()).isFalse();
        assertThat(ProcessIdentity.of(process.pid())).isEmpty();
    }
}
