package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import dev.ose.server.http.ListenerSettings.Intermediaries;
import dev.ose.server.http.proxy.TrustedForwarders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients behind an HTTP forwarder: each request of a connection may be another client's. */
@Timeout(60)
class ForwardedClientTest {

    private static final List<AddressRange> HERE =
            List.of(AddressRange.parse("127.0.0.0/8").orElseThrow());
    private static final TrustedForwarders FORWARDERS = new TrustedForwarders(HERE, "X-Forwarded-For");

    private static String peers(Intermediaries intermediaries, String beginning, String... headers) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        StringBuilder peers = new StringBuilder();
        try (ClientWorker worker = ClientWorker.start(
                        ListenerSettings.forCores(1).behind(intermediaries), BufferMemory.ofThisJvm());
                ClientListener listener = ClientListener.open(
                        worker,
                        address,
                        exchange -> exchange.respond(
                                200,
                                EchoHandler.bytes(exchange.peer().getAddress().getHostAddress())));
                WireClient client = new WireClient(listener.boundPort())) {
            client.send(beginning);
            for (String header : headers) {
                client.send("GET /k HTTP/1.1\r\nHost: s3.example.com\r\n" + header + "\r\n");
                peers.append(client.answer().body()).append(' ');
            }
        }
        return peers.toString();
    }

    @Test
    void eachRequestHasTheClientThatItsForwarderStates() throws IOException {
        assertThat(peers(
                        new Intermediaries(List.of(), FORWARDERS),
                        "",
                        "X-Forwarded-For: 203.0.113.7\r\n",
                        "X-Forwarded-For: 2001:db8::7\r\n",
                        "Forwarded: for=203.0.113.8\r\n",
                        ""))
                .isEqualTo("203.0.113.7 2001:db8:0:0:0:0:0:7 127.0.0.1 127.0.0.1 ");
    }

    @Test
    void headerCountsNowhereByDefault() throws IOException {
        assertThat(peers(Intermediaries.NONE, "", "X-Forwarded-For: 203.0.113.7\r\n"))
                .isEqualTo("127.0.0.1 ");
    }

    /** A TCP balancer in front of HTTP forwarders: the balancer states the forwarder's address. */
    @Test
    void forwarderMayStandBehindABalancer() throws IOException {
        Intermediaries both = new Intermediaries(
                HERE,
                new TrustedForwarders(List.of(AddressRange.parse("10.0.0.5").orElseThrow()), "X-Forwarded-For"));

        assertThat(peers(both, "PROXY TCP4 10.0.0.5 192.0.2.1 40000 9000\r\n", "X-Forwarded-For: 203.0.113.7\r\n"))
                .isEqualTo("203.0.113.7 ");
        assertThat(peers(both, "PROXY TCP4 10.0.0.6 192.0.2.1 40000 9000\r\n", "X-Forwarded-For: 203.0.113.7\r\n"))
                .isEqualTo("10.0.0.6 ");
    }
}
