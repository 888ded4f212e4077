package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.server.http.WireClient;
import dev.ose.server.platform.transport.ScriptedPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ReadSettingTest {

    @SuppressWarnings("NullAway.Init") // Each test starts it with a platform of its own.
    private S3TestServer edge;

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer read(String setting, ScriptedPlatform.Script platform) throws IOException {
        edge = new S3TestServer(platform);
        return edge.call(S3TestServer.ALICE, "GET", "/photos?" + setting, "");
    }

    private static ScriptedPlatform.Script answering(String status, String body) {
        return request -> request.answer(status, "", body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "accelerate, 200, <AccelerateConfiguration",
        "cors, 404, <Code>NoSuchCORSConfiguration</Code>",
        "encryption, 404, <Code>ServerSideEncryptionConfigurationNotFoundError</Code>",
        "lifecycle, 404, <Code>NoSuchLifecycleConfiguration</Code>",
        "logging, 200, <BucketLoggingStatus",
        "object-lock, 404, <Code>ObjectLockConfigurationNotFoundError</Code>",
        "policy, 404, <Code>NoSuchBucketPolicy</Code>",
        "replication, 404, <Code>ReplicationConfigurationNotFoundError</Code>",
        "requestPayment, 200, <Payer>BucketOwner</Payer>",
        "tagging, 404, <Code>NoSuchTagSet</Code>",
        "versioning, 200, <VersioningConfiguration",
        "website, 404, <Code>NoSuchWebsiteConfiguration</Code>"
    })
    void settingThatThePlatformLacksIsUnset(String setting, int status, String said) throws IOException {
        WireClient.Answer answer =
                read(setting, answering("501 Not Implemented", "<Error><Code>NotImplemented</Code></Error>"));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).contains(said);
    }

    @ParameterizedTest
    @CsvSource({
        "policyStatus, POLICY",
        "policy, POLICY",
        "cors, CORS",
        "encryption, SSE_S3",
        "lifecycle, LIFECYCLE",
        "object-lock, OBJECT_LOCK",
        "tagging, TAGGING",
        "versioning, VERSIONING"
    })
    void settingThatThePlatformHasAndCannotTellIsNotUnset(String setting, Capability capability) throws IOException {
        edge = new S3TestServer(
                answering("501 Not Implemented", "<Error><Code>NotImplemented</Code></Error>"), Set.of(capability));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "GET", "/photos?" + setting, "");

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
    }

    @Test
    void settingThatThePlatformTakesForAListingIsUnset() throws IOException {
        WireClient.Answer answer =
                read("accelerate", answering("200 OK", "<ListBucketResult><Name>x</Name></ListBucketResult>"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<AccelerateConfiguration").doesNotContain("ListBucketResult");
    }

    @Test
    void settingThatWasMadeIsTold() throws IOException {
        String made = "<WebsiteConfiguration><IndexDocument/></WebsiteConfiguration>";

        WireClient.Answer answer = read("website", answering("200 OK", made));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(made);
    }

    @Test
    void policyIsToldInJson() throws IOException {
        WireClient.Answer answer = read("policy", answering("200 OK", "{\"Statement\":[]}"));

        assertThat(answer.body()).isEqualTo("{\"Statement\":[]}");
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
    }

    @Test
    void platformsOwnRefusalIsTold() throws IOException {
        WireClient.Answer answer =
                read("policy", answering("403 Forbidden", "<Error><Code>AccessDenied</Code></Error>"));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>AccessDenied</Code>");
    }

    @Test
    void settingThatCannotBeMadeIsStillNotImplemented() throws IOException {
        edge = new S3TestServer(answering("501 Not Implemented", "<Error><Code>NotImplemented</Code></Error>"));

        WireClient.Answer answer = edge.call(S3TestServer.ALICE, "PUT", "/photos?website", "<WebsiteConfiguration/>");

        assertThat(answer.status()).isEqualTo(501);
    }
}
