package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.util.function.Function;

/** Opens what a client sent, within the bounds of its kind; whatever is wrong with the XML is {@code MalformedXML}. */
final class RequestBody {

    static final int SMALL_BYTES = 64 * 1024;
    static final int LARGE_BYTES = 2 * 1024 * 1024;
    private static final int SMALL_EVENTS = 5_000;

    /** Ten thousand parts, each with a few checksums and white space between all elements. */
    static final int LARGE_EVENTS = 10_000 * 32;

    private RequestBody() {}

    static <T> T read(byte[] body, int maxBytes, String root, Function<XmlReader, T> content) {
        try {
            XmlReader xml = XmlReader.open(body, maxBytes, maxBytes == SMALL_BYTES ? SMALL_EVENTS : LARGE_EVENTS);
            if (!xml.name().equals(root)) {
                throw malformed();
            }
            T value = content.apply(xml);
            xml.finish();
            return value;
        } catch (MalformedXmlException refused) {
            throw malformed();
        }
    }

    static S3ErrorException malformed() {
        return refused(S3ErrorCode.MALFORMED_XML);
    }

    static S3ErrorException refused(S3ErrorCode code) {
        return new S3ErrorException(S3Error.of(code));
    }
}
