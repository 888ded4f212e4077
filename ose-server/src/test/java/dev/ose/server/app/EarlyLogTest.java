package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EarlyLogTest {

    /** A part of a node that logs before Spring has started. */
    static final class Part {

        private Part() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(Part.class).info("early");
        }
    }

    @Test
    void lineLoggedBeforeSpringStartsStaysOffTheStandardOutput() throws IOException {
        Process part = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Part.class.getName())
                .start();

        String output = new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String errors = new String(part.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(output).isEmpty();
        assertThat(errors).contains("INFO").contains("early");
    }
}
