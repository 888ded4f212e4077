package dev.ose.server.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifications on a platform that crashes on removal events. */
@Timeout(60)
class WriteNotificationsTest {

    private static final String TARGET =
            "<TopicConfiguration><Topic>arn:aws:sns:z:t:ose</Topic>%s</TopicConfiguration>";

    private S3TestServer edge;

    @BeforeEach
    void start() throws IOException {
        edge = new S3TestServer(request -> {
            request.body();
            return request.answer(new byte[0]);
        });
    }

    @AfterEach
    void stop() throws IOException {
        edge.close();
    }

    private WireClient.Answer put(String targets) throws IOException {
        return edge.call(
                S3TestServer.ALICE,
                "PUT",
                "/photos?notification",
                "<NotificationConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">" + targets
                        + "</NotificationConfiguration>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Event>s3:ObjectRemoved:*</Event>",
                "<Event>s3:ObjectRemoved:Delete</Event>",
                "<Event>s3:ObjectCreated:*</Event><Event>\n s3:ObjectRemoved:DeleteMarkerCreated</Event>",
                "<Event>s3:*</Event>",
                "<Event>OBJECT_DELETE</Event>",
                "<Event></Event>",
                ""
            })
    void removalsAreNotAskedFor(String events) throws IOException {
        WireClient.Answer answer =
                put(TARGET.formatted("<Event>s3:ObjectCreated:Put</Event>") + TARGET.formatted(events));

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"QueueConfiguration", "CloudFunctionConfiguration", "EventBridgeConfiguration"})
    void whatIsNoTopicIsRefusedByName(String target) throws IOException {
        WireClient.Answer answer =
                put(TARGET.formatted("<Event>s3:ObjectCreated:Put</Event>") + '<' + target + "></" + target + '>');

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.body()).contains("<Code>NotImplemented</Code>", "<Element>" + target + "</Element>");
        assertThat(edge.platform.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<TopicConfiguration><Id>a</Id><Topic>arn:aws:sns:z:t:ose</Topic><Event>s3:ObjectCreated:*</Event>"
                        + "<Event>s3:ObjectCreated:Copy</Event></TopicConfiguration>"
            })
    void creationsAreAskedForAndNothingIs(String targets) throws IOException {
        assertThat(put(targets).status()).isEqualTo(200);

        assertThat(edge.platform.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<Other/>", "<NotificationConfiguration>"})
    void whatIsNoConfigurationIsRefused(String body) throws IOException {
        assertThat(edge.call(S3TestServer.ALICE, "PUT", "/photos?notification", body)
                        .body())
                .contains("<Code>MalformedXML</Code>");
        assertThat(edge.platform.requests()).isEmpty();
    }
}
