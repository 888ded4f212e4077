package dev.ose.s3.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class XmlReaderTest {

    private static final int MAX_BYTES = 2 * 1024 * 1024;
    private static final int MAX_EVENTS = 5_000;

    static Stream<String> attacks() {
        return Stream.of(
                "",
                "   ",
                "{\"not\": \"xml\"}",
                "seventeen bytes!!",
                "<a>",
                "<a></b>",
                "<a/><b/>",
                "<a/>junk",
                "<a>&unknown;</a>",
                "<a b=\"1\" b=\"2\"/>",
                "<a>&#0;</a>",
                "<a>&#xD800;</a>",
                "<a>&#x110000;</a>",
                "<a>&#99999999999999999999;</a>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
                "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/x.dtd\"><a/>",
                "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/x\"> %p;]><a/>",
                billionLaughs(),
                "<!DOCTYPE a [<!ENTITY x \"" + "x".repeat(50_000) + "\">]><a>" + "&x;".repeat(50_000) + "</a>",
                "<a>".repeat(17) + "</a>".repeat(17),
                "<a>".repeat(100_000),
                "<a "
                        + IntStream.range(0, 5_000)
                                .mapToObj(i -> "b" + i + "='1'")
                                .collect(Collectors.joining(" ")) + "/>",
                "<a b='" + "x".repeat(100_000) + "'/>",
                "<a>" + "x".repeat(70_000) + "</a>",
                "<a>" + "<b/>".repeat(5_000) + "</a>",
                "<a>" + "<!---->".repeat(20_000) + "</a>",
                "<a>" + " ".repeat(MAX_BYTES) + "</a>",
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>\u00fc</a>",
                "<a><![CDATA[x</a>",
                "<" + "n".repeat(200_000) + "/>",
                "\u0000<a/>");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void attackIsRefusedFast(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.ISO_8859_1);

        assertTimeout(Duration.ofSeconds(30), () -> assertThatThrownBy(() -> texts(bytes))
                .isInstanceOf(MalformedXmlException.class));
    }

    @Property(tries = 500)
    void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
        assertThat(outcome(bytes)).isNotNull();
        byte[] wrapped =
                ("<a>" + new String(bytes, StandardCharsets.ISO_8859_1) + "</a>").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(outcome(wrapped)).isNotNull();
    }

    @Property(tries = 1000)
    void writtenTextIsReadBack(@ForAll String text) {
        String clean = representable(text);

        assertThat(roundTrip(clean)).isEqualTo(clean);
    }

    @Test
    void everyCodePointThatXmlCanCarryIsReadBack() {
        for (int block = 0; block < 0x11; block++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 0x10000; i += block == 0 ? 1 : 97) {
                text.appendCodePoint(block * 0x10000 + i);
            }
            String clean = representable(text.toString());

            for (int start = 0; start < clean.length(); start += 16_000) {
                int from = clean.offsetByCodePoints(0, clean.codePointCount(0, start));
                int to = Math.min(clean.length(), from + 16_000);
                String piece = representable(clean.substring(from, to));
                assertThat(roundTrip(piece)).isEqualTo(piece);
            }
        }
    }

    @Test
    void prologueVariantsAreRead() {
        assertThat(new String(utf8("\ufeff<a>x</a>"), StandardCharsets.UTF_8)).startsWith("\ufeff");
        assertThat(texts(utf8("\ufeff<a>x</a>"))).isEqualTo("x");
        assertThat(texts(utf8("\ufeff<?xml version='1.0' encoding='utf-8'?>\n<a>x</a>\n")))
                .isEqualTo("x");
        assertThat(texts(utf8("  \r\n\t<?xml version=\"1.0\"?><!-- c --><n:a xmlns:n='u'>x</n:a>")))
                .isEqualTo("x");
        assertThat(texts(utf8("<a><![CDATA[<&>]]>&lt;&#65;&#x42;</a>"))).isEqualTo("<&><AB");
    }

    @Test
    void childrenAreWalkedInOrder() {
        XmlReader xml = XmlReader.open(utf8("<r> <a>1</a><b><c/></b> <d>&quot;</d></r>"), 1024, 100);

        assertThat(xml.name()).isEqualTo("r");
        assertThat(xml.nextChild()).isEqualTo("a");
        assertThat(xml.text()).isEqualTo("1");
        assertThat(xml.nextChild()).isEqualTo("b");
        xml.skip();
        assertThat(xml.nextChild()).isEqualTo("d");
        assertThat(xml.text()).isEqualTo("\"");
        assertThat(xml.nextChild()).isNull();
        xml.finish();
    }

    @Test
    void textBesideChildrenIsRefused() {
        XmlReader xml = XmlReader.open(utf8("<r>x<a/></r>"), 1024, 100);

        assertThatThrownBy(xml::nextChild).isInstanceOf(MalformedXmlException.class);
    }

    private static String roundTrip(String text) {
        return texts(new XmlWriter().element("a", text).toBytes());
    }

    /** Characters that XML cannot represent become the replacement character. */
    static String representable(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints()
                .map(c -> c == 0 || (c >= 0xd800 && c <= 0xdfff) || c == 0xfffe || c == 0xffff ? 0xfffd : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static String outcome(byte[] bytes) {
        try {
            return texts(bytes);
        } catch (MalformedXmlException refused) {
            return "refused";
        }
    }

    private static String texts(byte[] bytes) {
        XmlReader xml = XmlReader.open(bytes, MAX_BYTES, MAX_EVENTS);
        String text = xml.text();
        xml.finish();
        return text;
    }

    private static String billionLaughs() {
        StringBuilder dtd = new StringBuilder("<!DOCTYPE a [<!ENTITY l0 \"lol\">");
        for (int i = 1; i < 12; i++) {
            dtd.append("<!ENTITY l")
                    .append(i)
                    .append(" \"")
                    .append(("&l" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        return dtd.append("]><a>&l11;</a>").toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
