package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.framing.FramingCases;
import dev.ose.server.http.framing.FramingFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases over sockets: the parser must never disagree with the gate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FramingOnTheWireTest {

    private static final String SECOND = "GET /second HTTP/1.1\r\nHost: s3.example.com\r\nConnection: close\r\n\r\n";

    private final EchoHandler handler = new EchoHandler();
    private ClientWorker worker;
    private ClientListener listener;

    @BeforeAll
    void start() {
        worker = ClientWorker.start(ListenerSettings.forCores(2), BufferMemory.ofThisJvm());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = ClientListener.open(worker, address, handler);
    }

    @AfterAll
    void stop() {
        listener.close();
        worker.close();
    }

    @ParameterizedTest
    @MethodSource("dev.ose.server.http.framing.FramingCases#good")
    void goodRequestIsHandled(FramingCases.Case framed) throws IOException {
        try (WireClient client = new WireClient(listener.boundPort())) {
            client.send(framed.bytes());

            for (int i = 0; i < framed.requests(); i++) {
                boolean isHead = framed.bytes().startsWith("HEAD");
                WireClient.Answer answer = isHead ? client.headAnswer() : client.answer();
                if (answer.status() == 100) {
                    answer = client.answer();
                }
                assertThat(answer.status()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ose.server.http.framing.FramingCases#refused")
    void badRequestGetsOneAnswerAndNoSecond(FramingCases.Case framed) throws IOException {
        boolean isSecond = framed.name().startsWith("fault in the second request");
        FramingFault fault = Objects.requireNonNull(framed.fault());
        int handledBefore = handler.handled.get();

        try (WireClient client = new WireClient(listener.boundPort())) {
            client.send(framed.bytes() + SECOND);

            if (isSecond) {
                assertThat(client.answer().status()).isEqualTo(200);
            }
            WireClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(fault.status());
            assertThat(answer.announcesClose()).isTrue();
            assertThat(answer.headers()).containsKey("x-amz-request-id");
            assertThat(answer.body()).contains("<Code>" + fault.error().code().code() + "</Code>");
            assertThat(answer.body()).contains("<RequestId>" + answer.headers().get("x-amz-request-id"));
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(handler.handled.get() - handledBefore).isEqualTo(isSecond ? 1 : 0);
    }

    @ParameterizedTest
    @MethodSource("dev.ose.server.http.framing.FramingCases#brokenBodies")
    void brokenBodyEndsTheConnectionWithoutASecondAnswer(FramingCases.Case framed) throws IOException {
        try (WireClient client = new WireClient(listener.boundPort())) {
            client.send(framed.bytes() + SECOND);

            assertThat(client.isEnded()).isTrue();
        }
    }
}
