package dev.ose.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StderrRotationTest {

    private static final int MAX_BYTES = 50_000;

    @TempDir
    private Path directory;

    /** Writes numbered lines, by both ways in turn, until enough files were replaced. */
    static final class Talker {

        private Talker() {}

        public static void main(String[] arguments) throws IOException {
            try (StderrRotation rotation = StderrRotation.start(MAX_BYTES, Duration.ofMillis(1));
                    FileOutputStream raw = new FileOutputStream(FileDescriptor.err)) {
                int number = 0;
                while (rotation.rotations() < Integer.parseInt(arguments[0])) {
                    String line = "line " + number + "\n";
                    if (number % 2 == 0) {
                        System.err.print(line);
                    } else {
                        raw.write(line.getBytes(StandardCharsets.US_ASCII));
                    }
                    number++;
                }
                System.err.println("line " + number);
            }
        }
    }

    @Test
    void largeFileIsReplacedAndNoLineIsLost() throws Exception {
        assertThat(talk("7", directory.resolve("node.log"))).isZero();

        List<String> lines = new ArrayList<>();
        for (String name : List.of("node.log.4", "node.log.3", "node.log.2", "node.log.1", "node.log")) {
            Path file = directory.resolve(name);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            lines.addAll(Files.readAllLines(file));
        }
        assertThat(directory.resolve("node.log.5")).doesNotExist();
        int first = number(lines.getFirst());
        assertThat(first).as("older ones are gone").isPositive();
        for (int i = 0; i < lines.size(); i++) {
            assertThat(number(lines.get(i))).isEqualTo(first + i);
        }
    }

    @Test
    void standardErrorThatIsNoFileIsLeftAlone() throws Exception {
        Process process = talker("0").start();

        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("line 0");
        assertThat(process.waitFor()).isZero();
    }

    private static int number(String line) {
        return Integer.parseInt(line.substring("line ".length()));
    }

    private static int talk(String rotations, Path log) throws Exception {
        return talker(rotations)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start()
                .waitFor();
    }

    private static ProcessBuilder talker(String rotations) {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Talker.class.getName(),
                rotations);
    }
}
