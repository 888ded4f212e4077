package dev.ose.s3.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlRewriterTest {

    private static final List<XmlRewriteRule> RULES = List.of(
            XmlRewriteRule.of("Owner/ID", old -> "tenant&1"),
            XmlRewriteRule.of("Location", old -> old.replace("http://vendor", "https://us")));

    private static final String LISTING = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\n  <Name>b</Name>"
            + "<Contents><Key>a&#x1;&amp;&#13;\u20ac%20\n</Key><ETag>&quot;x&quot;</ETag>"
            + "<Owner><ID>vendor-7</ID><DisplayName a='>'>v</DisplayName></Owner></Contents>"
            + "<!-- <Owner><ID>no</ID></Owner> --><ID>mine</ID><x:Owner><x:ID>v</x:ID></x:Owner>"
            + "<Empty/><![CDATA[<Owner><ID>]]></ListBucketResult>\n";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100_000})
    void chosenTextsAreReplacedAndAllElseIsKept(int chunk) {
        String rewritten = rewrite(LISTING, chunk);

        assertThat(rewritten)
                .isEqualTo(LISTING.replace("<ID>vendor-7<", "<ID>tenant&amp;1<")
                        .replace("<x:ID>v<", "<x:ID>tenant&amp;1<"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100_000})
    void elementsOfUnknownNamesAreLeftOutWithAllThatIsInThem(int chunk) throws IOException {
        String document =
                "<R><Tenant>t</Tenant><Contents><Key>k</Key><Type a='>'>n<Key>x</Key><!-- c --></Type></Contents>"
                        + "<Tenant/><v:Tenant></v:Tenant><Owner><ID>1</ID></Owner></R>";
        Set<String> known = Set.of("Contents", "Key", "Owner", "ID");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlRewriter rewriter = new XmlRewriter(RULES, (root, name) -> root.equals("R") && known.contains(name), out);
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i += chunk) {
            rewriter.write(bytes, i, Math.min(chunk, bytes.length - i));
        }
        rewriter.finish();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("<R><Contents><Key>k</Key></Contents><Owner><ID>tenant&amp;1</ID></Owner></R>");
    }

    /** Markup with an unexpected end once caused an endless search. */
    @ParameterizedTest
    @ValueSource(strings = {"<!--><-->x", "<?><!--<!?>", "]]><!-<!---->", "<!-?>-<![CDATA[<-->"})
    void oddMarkupInATextToRewriteIsReadOrRefused(String text) throws IOException {
        XmlRewriter rewriter =
                new XmlRewriter(List.of(XmlRewriteRule.of("a/b", whole -> whole + '!')), new ByteArrayOutputStream());
        byte[] document = ("<a><b>" + text + "</b></a>").getBytes(StandardCharsets.UTF_8);

        try {
            rewriter.write(document, 0, document.length);
            rewriter.finish();
        } catch (MalformedXmlException refused) {
            assertThat(refused).hasMessageNotContaining(text);
        }
    }

    @Test
    void replacementSeesTheUnescapedText() {
        assertThat(rewrite("<R><Location>http://vendor/b/&amp;&#x41;<![CDATA[<]]></Location></R>", 5))
                .isEqualTo("<R><Location>https://us/b/&amp;A&lt;</Location></R>");
    }

    @Test
    void unchangedTextKeepsItsSpelling() {
        String document = "<R><Location>ftp://x/&#38;<!-- c --></Location></R>";

        assertThat(rewrite(document, 3)).isEqualTo(document);
    }

    @Test
    void emptyElementIsFilled() {
        assertThat(rewrite("<R><Owner><ID/></Owner><p:Owner><p:ID /></p:Owner></R>", 4))
                .isEqualTo("<R><Owner><ID>tenant&amp;1</ID></Owner><p:Owner><p:ID >tenant&amp;1</p:ID></p:Owner></R>");
    }

    @Test
    void elementWithChildrenIsNoText() {
        String document = "<R><Location>a<B>b</B>c</Location></R>";

        assertThat(rewrite(document, 3)).isEqualTo(document);
    }

    @Test
    void whiteSpaceInFrontGoesOutAtOnce() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlRewriter rewriter = new XmlRewriter(RULES, out);

        rewriter.write("<?xml version=\"1.0\"?>\n   ".getBytes(StandardCharsets.UTF_8), 0, 25);

        assertThat(out.size()).isEqualTo(25);
        assertThat(rewriter.root()).isEmpty();

        rewriter.write("<Error>".getBytes(StandardCharsets.UTF_8), 0, 7);

        assertThat(rewriter.root()).contains("Error");
        assertThatThrownBy(rewriter::finish).isInstanceOf(MalformedXmlException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{}",
                "<a>",
                "<a></b>",
                "</a>",
                "<a/><b/>",
                "<a/>x",
                "<!DOCTYPE a><a/>",
                "<a><!ENTITY x></a>",
                "<a><![INCLUDE[x]]></a>",
                "<a <b/>",
                "<>x</>",
                "< a/>",
                "<?xml version='1.0' encoding='UTF-16'?><a/>",
                "<R><Location>&bomb;</Location></R>",
                "<R><Location>&#xZ;</Location></R>",
                "<a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a>"
            })
    void brokenDocumentIsRefused(String document) {
        assertThatThrownBy(() -> rewrite(document, 2)).isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void documentInAnotherEncodingIsRefused() {
        String document = "<R><Owner><ID>vendor</ID></Owner></R>";

        for (Charset charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            assertThatThrownBy(() -> run(document.getBytes(charset), 7, RULES))
                    .isInstanceOf(MalformedXmlException.class);
        }
        assertThatThrownBy(() -> rewrite(" \ufeff<R/>", 1)).isInstanceOf(MalformedXmlException.class);
        assertThat(rewrite("\ufeff<R/>", 1)).isEqualTo("\ufeff<R/>");
    }

    @Test
    void heldTextIsBounded() {
        assertThatThrownBy(() -> rewrite("<R><Location>" + "x".repeat(70_000), 1000))
                .isInstanceOf(MalformedXmlException.class);
        assertThatThrownBy(() -> rewrite("<R a='" + "x".repeat(70_000), 1000))
                .isInstanceOf(MalformedXmlException.class);
        assertThat(rewrite("<R><Key>" + "x".repeat(70_000) + "</Key></R>", 1000))
                .hasSize(70_018);
    }

    @Property(tries = 500)
    void everyTextPassesUntouched(@ForAll String text, @ForAll @IntRange(min = 1, max = 40) int chunk) {
        byte[] document = new XmlWriter()
                .start("R")
                .element("Key", text)
                .start("Owner")
                .element("ID", "v")
                .end()
                .end()
                .toBytes();
        String before = new String(document, StandardCharsets.UTF_8);

        assertThat(rewrite(before, chunk)).isEqualTo(before.replace("<ID>v<", "<ID>tenant&amp;1<"));
    }

    @Property(tries = 500)
    void chosenTextReachesItsRule(@ForAll String text) {
        String clean = XmlReaderTest.representable(text);
        StringBuilder seen = new StringBuilder();
        byte[] document = new XmlWriter().element("A", text).toBytes();

        run(document, 11, List.of(XmlRewriteRule.of("A", old -> {
            seen.append(old);
            return old;
        })));

        assertThat(XmlReaderTest.representable(seen.toString())).isEqualTo(clean);
    }

    @Property(tries = 1000)
    void anyTextIsCopiedOrRefused(@ForAll String text) {
        for (String document :
                List.of(text, "<a>" + text + "</a>", "<Location>" + text + "</Location>", "<a " + text + "/>")) {
            String outcome;
            try {
                outcome = rewrite(document, 3);
            } catch (MalformedXmlException refused) {
                outcome = "refused";
            }
            assertThat(outcome).isNotNull();
        }
    }

    private static String rewrite(String document, int chunk) {
        return run(document.getBytes(StandardCharsets.UTF_8), chunk, RULES);
    }

    private static String run(byte[] bytes, int chunk, List<XmlRewriteRule> rules) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlRewriter rewriter = new XmlRewriter(rules, out);
        try {
            for (int i = 0; i < bytes.length; i += chunk) {
                rewriter.write(bytes, i, Math.min(chunk, bytes.length - i));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        rewriter.finish();
        return out.toString(StandardCharsets.UTF_8);
    }
}
