package dev.ose.server.platform.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.server.bucket.sharing.SharingDocuments;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SharingDocumentsTest {

    private static final byte[] BODY = "document".getBytes(StandardCharsets.UTF_8);

    @AutoClose
    private final TestQuestions questions = new TestQuestions();

    private SharingDocuments documents(ScriptedPlatform platform, Set<Capability> offered) {
        Platform known = new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", offered, Set.of());
        return questions.client(known);
    }

    @Test
    void documentsAreReadWithTheOwnersKeyWhereThePlatformKnowsThem() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(BODY))) {
            assertThat(documents(platform, Set.of(Capability.POLICY)).policy(TestQuestions.owner()))
                    .contains(BODY);
            assertThat(documents(platform, Set.of(Capability.POLICY)).acl(TestQuestions.owner()))
                    .isEmpty();
            assertThat(documents(platform, Set.of(Capability.ACL)).acl(TestQuestions.owner()))
                    .contains(BODY);

            assertThat(platform.requests())
                    .extracting(ScriptedPlatform.Request::line)
                    .containsExactly("GET /b-1?policy HTTP/1.1", "GET /b-1?acl HTTP/1.1");
            assertThat(platform.requests().getFirst().header("authorization")).contains("Credential=OWNERKEY/");
        }
    }

    @Test
    void bucketWithoutAPolicyHasNone() throws IOException {
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer("404 Not Found", "", BODY))) {
            assertThat(documents(platform, Set.of(Capability.POLICY)).policy(TestQuestions.owner()))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "500 Internal Server Error", "503 Slow Down", "204 No Content"})
    void anythingElseTellsNothing(String status) throws IOException {
        byte[] body = status.startsWith("204") ? new byte[0] : BODY;
        try (ScriptedPlatform platform = new ScriptedPlatform(request -> request.answer(status, "", body))) {
            assertThatThrownBy(() -> documents(platform, Set.of(Capability.ACL)).acl(TestQuestions.owner()))
                    .isInstanceOf(FailureException.class);
        }
    }
}
