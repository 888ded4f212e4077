package dev.ose.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriEncodingTest {

    @Property(tries = 500)
    void encodedTextDecodesToItself(@ForAll String text) {
        String clean = NamesTest.clean(text);

        assertThat(UriEncoding.decode(UriEncoding.encodePath(clean))).contains(clean);
        assertThat(UriEncoding.decode(UriEncoding.encodeQuery(clean))).contains(clean);
    }

    @Property(tries = 500)
    void octetsSurviveTheRoundTrip(@ForAll byte[] octets) {
        assertThat(UriEncoding.decodeOctets(UriEncoding.encode(octets, true))).contains(octets);
    }

    @Property(tries = 500)
    void decodingIsTotal(@ForAll String raw) {
        assertThat(UriEncoding.decode(raw)).isNotNull();
        assertThat(UriEncoding.decode("%" + raw)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%2",
                "%zz",
                "%2g",
                "a%",
                "%%32",
                "%u0041",
                "%\uff11\uff11",
                "%00",
                "%C0%AF",
                "%C0%80",
                "%E0%80%AF",
                "%ED%A0%80",
                "%F4%90%80%80",
                "%FF",
                "%E2%82",
                "\u20ac"
            })
    void brokenTextIsRefused(String raw) {
        assertThat(UriEncoding.decode(raw)).isEmpty();
    }

    @Test
    void replacementCharacterIsATextLikeAnyOther() {
        assertThat(UriEncoding.decode("a%EF%BF%BD")).contains("a\ufffd");
        assertThat(UriEncoding.decode("a%EF%BF%BD%FF")).isEmpty();
    }

    @Test
    void decodesOnceAndKeepsPlus() {
        assertThat(UriEncoding.decode("%252F+%2f")).contains("%2F+/");
    }

    @Test
    void unescapedUtf8ArrivesAsOctets() {
        String octets = new String("\u20ac".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        assertThat(UriEncoding.decode(octets)).contains("\u20ac");
    }

    @Test
    void onlyUnreservedCharactersStayAsTheyAre() {
        assertThat(UriEncoding.encodePath("aZ0-._~/!'()*=@:$&,;+ %"))
                .isEqualTo("aZ0-._~/%21%27%28%29%2A%3D%40%3A%24%26%2C%3B%2B%20%25");
        assertThat(UriEncoding.encodeQuery("a/b")).isEqualTo("a%2Fb");
    }
}
