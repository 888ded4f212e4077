package dev.ose.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ose.adapter.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundProxiesTest {

    private static final Map<String, String> JVM = Map.of(
            "http.proxyHost", "plain.test",
            "http.proxyPort", "3128",
            "http.proxyUser", "node",
            "http.proxyPassword", "s3cret",
            "https.proxyHost", "[2001:db8::1]",
            "http.nonProxyHosts", "*.corp.test|10.*|exact.test");

    @Test
    void propertiesOfTheJvmNameAProxyForEachScheme() {
        OutboundProxies proxies = OutboundProxies.ofJvm(JVM::get);

        assertThat(proxies.to("http", "a.test"))
                .contains(new OutboundProxy("plain.test", 3128, new OutboundProxy.Login("node", Secret.of("s3cret"))));
        assertThat(proxies.to("https", "a.test")).contains(new OutboundProxy("2001:db8::1", 443, null));
    }

    @ParameterizedTest
    @CsvSource({
        "s3.corp.test, false",
        "S3.CORP.TEST, false",
        "corp.test, true",
        "10.1.2.3, false",
        "110.1.2.3, true",
        "exact.test, false",
        "notexact.test, true",
        "localhost, true"
    })
    void exceptionsOfTheJvmHaveWildcards(String host, boolean isLed) {
        assertThat(OutboundProxies.ofJvm(JVM::get).to("http", host).isPresent()).isEqualTo(isLed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"})
    void thisMachineIsExceptedUnlessTheJvmSaysOtherwise(String host) {
        assertThat(OutboundProxies.ofJvm(Map.of("http.proxyHost", "p.test")::get)
                        .to("http", host))
                .isEmpty();
    }

    @Test
    void withoutPropertiesEveryHostIsReachedDirectly() {
        assertThat(OutboundProxies.ofJvm(_ -> null).to("https", "a.test")).isEmpty();
    }

    @Test
    void portOfTheJvmThatIsNoneIsRefusedWithoutItsValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutboundProxies.ofJvm(Map.of("http.proxyHost", "p", "http.proxyPort", "31x8")::get))
                .withMessageContaining("http.proxyPort")
                .withMessageNotContaining("31x8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\r\nX: 1", "a\0", "\u560a", "a/b", "a@b", "a#"})
    void hostThatIsNoneIsNotSentToAProxy(String host) {
        ProxyHandshake handshake = new ProxyHandshake(new OutboundProxy("p.test", 3128, null));

        assertThatIllegalArgumentException().isThrownBy(() -> handshake.request(host, 80));
    }

    @Test
    void addressesOfVersionSixAreBracketedOnce() {
        ProxyHandshake handshake = new ProxyHandshake(new OutboundProxy("p.test", 3128, null));

        assertThat(handshake.request("::1", 80))
                .asString()
                .startsWith("CONNECT [::1]:80 HTTP/1.1\r\nHost: [::1]:80\r\n");
        assertThat(handshake.request("[::1]", 80)).asString().startsWith("CONNECT [::1]:80 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "a\r\nX: 1", "\0"})
    void userThatTheSchemeDoesNotHaveIsRefused(String user) {
        assertThatIllegalArgumentException().isThrownBy(() -> new OutboundProxy.Login(user, Secret.of("s")));
    }
}
