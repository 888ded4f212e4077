package dev.ose.s3.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.sigv4.SigV4Failure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SigV4FailureTest {

    /** Clients compare codes, and users search the web for messages. */
    @Test
    void everyKindAnswersTheCodeAndTheMessageOfTheFile() throws IOException {
        String messages =
                Arrays.stream(Kind.values()).map(SigV4FailureTest::row).collect(Collectors.joining("\n", "", "\n"));

        try (InputStream file = SigV4FailureTest.class.getResourceAsStream("failures.golden")) {
            assertThat(messages)
                    .isEqualTo(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static String row(Kind kind) {
        S3Error error = SigV4Failure.of(kind, "fact").error();
        return kind + " | " + error.status() + " " + error.code().code() + " | " + error.message();
    }
}
