package dev.ose.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

class DirectorVersionsTest {

    private static String document(String... versions) {
        return Arrays.stream(versions)
                .map(each -> each.startsWith("-")
                        ? "<VersionInfo deprecated=\"true\"><Version>" + each.substring(1) + "</Version></VersionInfo>"
                        : "<VersionInfo deprecated=\"false\"><Version>" + each + "</Version></VersionInfo>")
                .collect(Collectors.joining(
                        "",
                        "<SupportedVersions xmlns=\"http://www.vmware.com/vcloud/versions\">",
                        "<AlphaVersion deprecated=\"false\"><Version>40.0.0-alpha</Version></AlphaVersion>"
                                + "</SupportedVersions>"));
    }

    @Test
    void newestOfTheTestedVersionsIsChosen() throws Exception {
        assertThat(DirectorVersions.newestTested(document("9.0", "37.3", "39.1", "38.1", "-39.2", "41.0")))
                .contains("39.1");
        assertThat(DirectorVersions.newestTested(document("36.0", "40.0"))).contains("40.0");
    }

    @Test
    void versionsThatWereNotTestedAreNoChoice() throws Exception {
        assertThat(DirectorVersions.newestTested(document("35.2", "41.0", "-37.0")))
                .isEmpty();
    }

    @Test
    void otherDocumentsAreRefused() {
        assertThatThrownBy(() -> DirectorVersions.newestTested("<html></html>")).isInstanceOf(XMLStreamException.class);
    }
}
