package dev.ose.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRequestTest {

    private static final URI TARGET = URI.create("https://example.com/a?key=1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nX-Injected: 1",
                "a\nb",
                "a\rb",
                "a\0b",
                "a\u007fb",
                "a\u0001",
                "a\u560ab",
                "\u560d",
                "\u0100"
            })
    void headerValueWithACharacterThatIsNotOfHttpIsRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutboundRequest.get(TARGET).with("X-Value", value))
                .withMessageNotContaining("Injected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A B", "A:", "A\r\nB", "A\u00e4", "A\u0100", "A/B"})
    void nameAndMethodThatAreNoTokensAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutboundRequest.get(TARGET).with(name, "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> OutboundRequest.of(name, TARGET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.com/",
                "file:///etc/passwd",
                "/relative",
                "https://user:word@example.com/",
                "https:opaque",
                "http://example.com:0/",
                "http://example.com:65536/"
            })
    void addressThatIsNoneOfAWebServerIsRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> OutboundRequest.get(URI.create(address)));
    }

    @Test
    void charactersBeyondAsciiAreEncodedInTheTarget() {
        assertThat(OutboundRequest.get(URI.create("http://example.com/\u560a\u560d"))
                        .target())
                .isEqualTo(URI.create("http://example.com/%E5%98%8A%E5%98%8D"));
    }

    @Test
    void textFormHasNeitherHeadersNorQuery() {
        assertThat(OutboundRequest.get(TARGET).with("Authorization", "Bearer x"))
                .hasToString("GET https://example.com/a");
    }
}
