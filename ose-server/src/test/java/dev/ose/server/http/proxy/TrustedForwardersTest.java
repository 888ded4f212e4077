package dev.ose.server.http.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.AddressRange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedForwardersTest {

    private static final String PEER = "10.0.0.1";

    private static TrustedForwarders trusting(String header) {
        return new TrustedForwarders(
                List.of(
                        AddressRange.parse("10.0.0.0/8").orElseThrow(),
                        AddressRange.parse("fd00::/8").orElseThrow()),
                header);
    }

    private static String client(TrustedForwarders forwarders, String peer, String name, String... lines) {
        HeaderMap headers = new HeaderMap();
        for (String line : lines) {
            headers.add(new HttpString(name), line);
        }
        return forwarders
                .client(new InetSocketAddress(InetAddress.ofLiteral(peer), 40_000), headers)
                .getAddress()
                .getHostAddress();
    }

    private static String client(String peer, String... lines) {
        return client(trusting("X-Forwarded-For"), peer, "X-Forwarded-For", lines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "203.0.113.7 | 203.0.113.7",
                "203.0.113.7:41000 | 203.0.113.7",
                "198.51.100.1, 203.0.113.7 | 203.0.113.7",
                "203.0.113.7, 10.9.9.9, fd00::1 | 203.0.113.7",
                "198.51.100.1, 203.0.113.7,10.9.9.9 | 203.0.113.7",
                "2001:db8::7 | 2001:db8:0:0:0:0:0:7",
                "[2001:db8::7]:41000 | 2001:db8:0:0:0:0:0:7",
                "10.2.2.2, 10.3.3.3 | 10.2.2.2"
            })
    void clientIsTheRightmostAddressThatIsNoForwarders(String header, String expected) {
        assertThat(client(PEER, header)).isEqualTo(expected);
    }

    @Test
    void linesOfTheHeaderAreOneList() {
        assertThat(client(PEER, "198.51.100.1", "203.0.113.7", "10.9.9.9")).isEqualTo("203.0.113.7");
    }

    @Test
    void headerOfAnyOtherPeerIsIgnored() {
        assertThat(client("192.0.2.9", "203.0.113.7")).isEqualTo("192.0.2.9");
    }

    /** The forwarder passes unknown headers on. */
    @Test
    void otherHeaderIsNeverRead() {
        assertThat(client(trusting("X-Forwarded-For"), PEER, "Forwarded", "for=203.0.113.7"))
                .isEqualTo(PEER);
        assertThat(client(trusting("Forwarded"), PEER, "X-Forwarded-For", "203.0.113.7"))
                .isEqualTo(PEER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ",",
                "unknown",
                "_hidden",
                "203.0.113",
                "203.0.113.256",
                "203.0.113.7:",
                "203.0.113.7:port",
                "localhost",
                "[2001:db8::7",
                "fe80::1%eth0",
                "203.0.113.7, nonsense",
                "\"203.0.113.7"
            })
    void entryThatIsNoAddressLeavesTheForwarderItself(String header) {
        assertThat(client(PEER, header)).isEqualTo(PEER);
    }

    @Test
    void entryThatIsNoAddressEndsTheSearchAtTheForwarderThatWroteIt() {
        assertThat(client(PEER, "203.0.113.7, unknown, 10.9.9.9")).isEqualTo("10.9.9.9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "for=203.0.113.7;proto=https;by=10.0.0.1 | 203.0.113.7",
                "proto=http; For=\"[2001:db8::7]:4711\" | 2001:db8:0:0:0:0:0:7",
                "for=198.51.100.1, for=203.0.113.7, for=10.9.9.9 | 203.0.113.7",
                "for=\"198.51.100.1, for=203.0.113.7 | 203.0.113.7",
                "for=_gazonk | 10.0.0.1",
                "proto=https | 10.0.0.1"
            })
    void elementsOfForwardedNameTheClient(String header, String expected) {
        assertThat(client(trusting("Forwarded"), PEER, "forwarded", header)).isEqualTo(expected);
    }
}
