package dev.ose.keeper.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesTextTest {

    private static final String EDITED = """
            # Ports of this host; ask the network team \\
            server.port=9443

            oss.s3.domains = example.com, \\
                example.net
            ! end
            oss.s3.port: 9000
            """;

    @Test
    void changeTouchesItsOwnLineOnly() {
        PropertiesText changed = PropertiesText.parse(EDITED).with("server.port", "9001");

        assertThat(changed.text()).isEqualTo(EDITED.replace("server.port=9443", "server.port=9001"));
    }

    @Test
    void valueOverSeveralLinesIsReplacedWhole() {
        PropertiesText changed = PropertiesText.parse(EDITED).with("oss.s3.domains", "example.org");

        assertThat(changed.text())
                .contains("\n\noss.s3.domains=example.org\n! end\n")
                .doesNotContain("example.net");
    }

    @Test
    void removedKeyLeavesCommentsAndOrder() {
        PropertiesText changed =
                PropertiesText.parse(EDITED).without("server.port").without("oss.s3.domains");

        assertThat(changed.text())
                .isEqualTo("# Ports of this host; ask the network team \\\n\n! end\noss.s3.port: 9000\n");
    }

    @Test
    void keyThatIsThereTwiceIsReadAndWrittenAsANodeReadsIt() {
        PropertiesText twice = PropertiesText.parse("a=1\nb=2\na=3\n");

        assertThat(twice.values()).isEqualTo(Map.of("a", "3", "b", "2"));
        assertThat(twice.with("a", "4").text()).isEqualTo("a=4\nb=2\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                " led by a blank",
                "with = : # ! and \\ back\\",
                "two\nlines\r\tand ünï ©",
                "",
                "#no comment"
            })
    void valueIsReadBackByJavaAsItWasSet(String value) throws IOException {
        PropertiesText text = PropertiesText.EMPTY.with("some.key", value).with("other", "x");
        Properties read = new Properties();
        read.load(new StringReader(text.text()));

        assertThat(read).containsOnly(Map.entry("some.key", value), Map.entry("other", "x"));
        assertThat(PropertiesText.parse(text.text()).values()).isEqualTo(Map.of("some.key", value, "other", "x"));
    }

    @Test
    void printsNoValues() {
        assertThat(PropertiesText.parse("a=hidden")).hasToString("[a]");
    }
}
