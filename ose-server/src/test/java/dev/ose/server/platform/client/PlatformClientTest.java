package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.document.PlatformAnswer;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class PlatformClientTest {

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private PlatformClient client(ScriptedPlatform platform) {
        return questions.client(TestQuestions.known(platform));
    }

    @Test
    void rulesLongerThanAnyAllowNothing() throws IOException {
        byte[] rules = new byte[300 * 1024];
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(rules))) {
            assertThat(client(platform).corsRules(TestQuestions.owner())).isEmpty();
        }
    }

    @Test
    void listingLongerThanAnyIsTroubleAndNotRead() throws IOException {
        byte[] listing = new byte[PlatformAnswer.MAX_BYTES + 1];
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(listing))) {
            assertFailure(platform, Failure.PlatformUnreachable.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"AccessDenied, false", "SlowDown, true", "UserSuspended, true", "SignatureDoesNotMatch, true"})
    void refusalMayPassIfItIsOfTheKeyOrTheMoment(String code, boolean passes) throws IOException {
        byte[] refusal = ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.US_ASCII);
        try (ScriptedPlatform platform =
                new ScriptedPlatform(request -> request.answer("403 Forbidden", "", refusal))) {
            assertFailure(platform, passes ? Failure.PlatformUnreachable.class : Failure.PlatformRefused.class);
        }
    }

    private void assertFailure(ScriptedPlatform platform, Class<? extends Failure> expected) {
        assertThatThrownBy(() -> client(platform).listObjects(TestQuestions.owner(), 1000, "", Purpose.COMPARE_BUCKET))
                .isInstanceOfSatisfying(FailureException.class, thrown -> assertThat(thrown.failure())
                        .isInstanceOf(expected));
    }
}
