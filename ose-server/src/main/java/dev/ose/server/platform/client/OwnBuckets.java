package dev.ose.server.platform.client;

import dev.ose.s3.xml.XmlRewriteRule;
import dev.ose.s3.xml.XmlRewriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the names in an answer to ListBuckets: not by the reader of other documents, which has a bound of elements, as
 * a list without pages may have ten thousand buckets of several elements each.
 */
final class OwnBuckets {

    private OwnBuckets() {}

    /** The names; throws {@code MalformedXmlException}. */
    static Set<String> names(byte[] document) {
        Set<String> names = new HashSet<>();
        XmlRewriter reader = new XmlRewriter(
                List.of(XmlRewriteRule.of("ListAllMyBucketsResult/Buckets/Bucket/Name", name -> {
                    names.add(name.strip());
                    return name;
                })),
                OutputStream.nullOutputStream());
        try {
            reader.write(document, 0, document.length);
            reader.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}
