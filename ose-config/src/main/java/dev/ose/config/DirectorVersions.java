package dev.ose.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the document of {@code GET /api/versions} of Cloud Director: {@code SupportedVersions} with a {@code
 * VersionInfo} for each.
 */
public final class DirectorVersions {

    /** The oldest and the newest major version that OSE was tested with. */
    private static final int OLDEST = 36;

    private static final int NEWEST = 40;

    /** Excludes pre-releases, such as {@code 39.0.0-alpha}. */
    private static final Pattern RELEASED = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,4}){0,3}");

    private DirectorVersions() {}

    /**
     * The newest version from 36 to 40 that is neither deprecated nor a pre-release; empty if there is none.
     *
     * @throws XMLStreamException if the text is not such a document
     */
    public static Optional<String> newestTested(String document) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(document));
        try {
            reader.nextTag();
            reader.require(XMLStreamConstants.START_ELEMENT, null, "SupportedVersions");
            return versions(reader).stream()
                    .filter(DirectorVersions::isTested)
                    .max((a, b) -> Arrays.compare(numbers(a), numbers(b)));
        } finally {
            reader.close();
        }
    }

    private static List<String> versions(XMLStreamReader reader) throws XMLStreamException {
        List<String> versions = new ArrayList<>();
        boolean isUnfit = false;
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                if (reader.getLocalName().equals("VersionInfo")) {
                    @Nullable String deprecated = reader.getAttributeValue(null, "deprecated");
                    isUnfit = "true".equals(deprecated);
                } else if (reader.getLocalName().equals("AlphaVersion")) {
                    isUnfit = true;
                } else if (reader.getLocalName().equals("Version") && !isUnfit) {
                    versions.add(reader.getElementText().strip());
                }
            }
        }
        versions.removeIf(version -> !RELEASED.matcher(version).matches());
        return versions;
    }

    private static boolean isTested(String version) {
        int major = numbers(version)[0];
        return major >= OLDEST && major <= NEWEST;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
