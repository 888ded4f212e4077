package dev.ose.server.platform.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The platform receives nothing of a head that could be parsed as more than one. */
@Timeout(120)
class RequestHeadOnTheWireTest extends TransportFixture {

    private static final List<String> BAD = List.of(
            "a\r\nx-amz-acl: public-read",
            "a\r\n\r\nDELETE /b/k HTTP/1.1\r\n",
            "a\nb",
            "a\rb",
            "a\0b",
            "a\u560d\u560ax-injected: 1",
            "\u010a",
            "a\u2028b",
            "\u0001");

    private @Nullable ScriptedPlatform platform;

    /** Each part of a head with text from outside. */
    static Stream<Parts> parts() {
        return BAD.stream()
                .flatMap(bad -> Stream.of(
                        Parts.GOOD.withMethod("GE" + bad),
                        Parts.GOOD.withPath("/b/" + bad),
                        Parts.GOOD.withPath(bad),
                        Parts.GOOD.withQuery("versionId=" + bad),
                        Parts.GOOD.withHeader(new HeaderField("x-amz-meta-a", bad)),
                        Parts.GOOD.withHeader(new HeaderField("x-amz-meta-" + bad, "v")),
                        Parts.GOOD.withHash(bad),
                        Parts.GOOD.withAccessKey("K" + bad)));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void headThatCouldBeReadAsMoreThanOneIsNotSent(Parts bad) throws Exception {
        try (ScriptedPlatform answering = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            platform = answering;
            // Leaves an idle connection, on which the refused head would be sent at once.
            assertThat(send(Parts.GOOD)).isEqualTo("200 ok");

            assertThat(send(bad)).isEqualTo("Internal");

            assertThat(send(Parts.GOOD)).isEqualTo("200 ok");
            assertThat(answering.requests()).hasSize(2);
            assertThat(answering.connections()).isEqualTo(1);
            assertThat(transport.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void headThatIsRefusedOnANewConnectionLeavesItForTheNext() throws Exception {
        try (ScriptedPlatform answering = new ScriptedPlatform(request -> request.answer(bytes("ok")))) {
            platform = answering;
            assertThat(send(Parts.GOOD.withPath("/b\r\n"))).isEqualTo("Internal");
            assertThat(send(Parts.GOOD)).isEqualTo("200 ok");
            assertThat(answering.requests()).hasSize(1);
            assertThat(answering.connections()).isEqualTo(1);
        }
    }

    private String send(Parts parts) throws Exception {
        return begin(transport, parts.to(Objects.requireNonNull(platform)), 0).get(60, TimeUnit.SECONDS);
    }

    /** The parts of a head. */
    record Parts(String method, String path, String query, HeaderField header, String hash, String accessKey) {

        static final Parts GOOD =
                new Parts("GET", "/b/k", "versionId=v", new HeaderField("x-amz-meta-a", "1"), EMPTY, KEY.accessKey());

        Parts withMethod(String other) {
            return new Parts(other, path, query, header, hash, accessKey);
        }

        Parts withPath(String other) {
            return new Parts(method, other, query, header, hash, accessKey);
        }

        Parts withQuery(String other) {
            return new Parts(method, path, other, header, hash, accessKey);
        }

        Parts withHeader(HeaderField other) {
            return new Parts(method, path, query, other, hash, accessKey);
        }

        Parts withHash(String other) {
            return new Parts(method, path, query, header, other, accessKey);
        }

        Parts withAccessKey(String other) {
            return new Parts(method, path, query, header, hash, other);
        }

        PlatformRequest to(ScriptedPlatform platform) {
            return new PlatformRequest(
                    new PlatformRequest.Sender(
                            new Platform(new PlatformId(1), "p", platform.endpoint(), "us-east-1", Set.of(), Set.of()),
                            GREEDY,
                            new PlatformKey(accessKey, Secret.of("s3cr3t"))),
                    new PlatformRequest.Head(method, path, query, List.of(header)),
                    new PlatformRequest.Content(hash, PlatformRequestBody.NONE),
                    "Operation",
                    false);
        }
    }
}
