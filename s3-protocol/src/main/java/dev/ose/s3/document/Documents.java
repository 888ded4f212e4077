package dev.ose.s3.document;

import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Common parts of the documents of answers. */
final class Documents {

    static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

    private Documents() {}

    static XmlWriter start(String root) {
        return new XmlWriter().start(root, NAMESPACE);
    }

    /** S3 writes milliseconds, always three digits. */
    static String timestamp(Instant instant) {
        return TIMESTAMP.format(instant.atOffset(ZoneOffset.UTC));
    }

    static void owner(XmlWriter xml, String element, Owner owner) {
        xml.start(element)
                .element("ID", owner.id())
                .optional("DisplayName", owner.displayName())
                .end();
    }

    /** In the order of their names, so that equal facts make equal bytes. */
    static void checksums(XmlWriter xml, Map<String, String> checksums) {
        new TreeMap<>(checksums).forEach(xml::element);
    }

    static void filter(XmlWriter xml, ListingFilter filter) {
        xml.element("Prefix", filter.encoding().encode(filter.prefix()));
        if (!filter.delimiter().isEmpty()) {
            xml.element("Delimiter", filter.encoding().encode(filter.delimiter()));
        }
        if (filter.encoding() == EncodingType.URL) {
            xml.element("EncodingType", "url");
        }
    }

    static void commonPrefixes(XmlWriter xml, ListingFilter filter, List<String> prefixes) {
        for (String prefix : prefixes) {
            xml.start("CommonPrefixes")
                    .element("Prefix", filter.encoding().encode(prefix))
                    .end();
        }
    }
}
