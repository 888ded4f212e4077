package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Capability;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.WireClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifications on a platform that has none. */
@Timeout(60)
class StoredNotificationsTest {

    private static final String QUEUE = "<QueueConfiguration><Id>q</Id><Queue>arn:ose:sqs:z:t:1</Queue>"
            + "<Event>s3:ObjectCreated:*</Event></QueueConfiguration>";

    private volatile String answer = "501 Not Implemented";

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = start(Set.of(Capability.AUTHORISES_UNSUPPORTED));
    }

    private S3TestServer start(Set<Capability> capabilities) throws IOException {
        return S3TestServer.withoutQuirks(
                request -> {
                    request.body();
                    return request.answer(
                            answer, "", "<Error><Code>AccessDenied</Code></Error>".getBytes(StandardCharsets.UTF_8));
                },
                capabilities);
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer put(String content, HeaderField... headers) throws IOException {
        return edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?notification",
                "<NotificationConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + content
                        + "</NotificationConfiguration>",
                headers);
    }

    private WireClient.Answer get() throws IOException {
        return call(S3TestServer.ALICE, "GET", "");
    }

    @Test
    void configurationIsReadAsItWasWrittenAndRemovedByAnEmptyOne() throws IOException {
        assertThat(put(QUEUE).status()).isEqualTo(200);
        assertThat(get().body()).contains(QUEUE);

        assertThat(put("").status()).isEqualTo(200);
        assertThat(get().status()).isEqualTo(200);
        assertThat(get().body()).contains("<NotificationConfiguration").doesNotContain("Queue");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void headerAboutTheValidationOfDestinationsIsTaken(String value) throws IOException {
        assertThat(put(QUEUE, new HeaderField("x-amz-skip-destination-validation", value))
                        .status())
                .isEqualTo(200);
        assertThat(edge.platform.requests()).noneMatch(request -> request.head().contains("validation"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CloudFunctionConfiguration", "EventBridgeConfiguration"})
    void otherDestinationIsRefusedByNameAndTheConfigurationStays(String element) throws IOException {
        assertThat(put(QUEUE).status()).isEqualTo(200);

        WireClient.Answer refused = put('<' + element + "></" + element + '>');

        assertThat(refused.status()).isEqualTo(501);
        assertThat(refused.body()).contains("<Code>NotImplemented</Code>", "<Element>" + element + "</Element>");
        assertThat(get().body()).contains(QUEUE);
    }

    @Test
    void platformDecidesWhoMay() throws IOException {
        answer = "403 Forbidden";

        assertThat(put(QUEUE).status()).isEqualTo(403);
        assertThat(get().status()).isEqualTo(403);

        answer = "501 Not Implemented";
        assertThat(get().body()).doesNotContain("Queue");
    }

    @Test
    void onlyTheOwnerMayWhereThePlatformDecidesNothing() throws IOException {
        edge.close();
        edge = start(Set.of());
        edge.addColleague("COLLEAGUEKEY");
        assertThat(call("COLLEAGUEKEY", "GET", "").status()).isEqualTo(200);

        assertThat(put(QUEUE).status()).isEqualTo(200);

        assertThat(get().body()).contains(QUEUE);
        assertThat(call("COLLEAGUEKEY", "PUT", "<NotificationConfiguration/>").status())
                .isEqualTo(403);
        assertThat(call("COLLEAGUEKEY", "GET", "").status()).isEqualTo(403);
    }

    private WireClient.Answer call(String key, String method, String body) throws IOException {
        return edge.call(key, method, "/photos?notification", body);
    }
}
