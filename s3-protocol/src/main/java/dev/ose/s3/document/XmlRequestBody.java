package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;

/** Opens what a client sent, within the bounds of its kind; whatever is wrong with the XML is {@code MalformedXML}. */
final class XmlRequestBody {

    static final int SMALL_BYTES = 64 * 1024;
    static final int LARGE_BYTES = 2 * 1024 * 1024;
    private static final int SMALL_EVENTS = 5_000;
    private static final int MAX_NUMBER_CHARS = 10;
    private static final int DAY_CHARS = "2026-01-31".length();

    /** Ten thousand parts, each with a few checksums and white space between all elements. */
    static final int LARGE_EVENTS = 10_000 * 32;

    private XmlRequestBody() {}

    static <T> T read(byte[] body, int maxBytes, String root, Function<XmlReader, T> content) {
        return read(body, maxBytes, xml -> {
            if (!xml.name().equals(root)) {
                throw malformed();
            }
            return content.apply(xml);
        });
    }

    /** The same of a document whose root {@code content} looks at. */
    static <T> T read(byte[] body, int maxBytes, Function<XmlReader, T> content) {
        try {
            XmlReader xml = XmlReader.open(body, maxBytes, maxBytes == SMALL_BYTES ? SMALL_EVENTS : LARGE_EVENTS);
            T value = content.apply(xml);
            xml.finish();
            return value;
        } catch (MalformedXmlException refused) {
            throw malformed();
        }
    }

    /** A whole number that an int can hold; may be negative, so that the caller can report that. */
    static int number(String text) {
        String digits = text.strip();
        try {
            if (digits.length() <= MAX_NUMBER_CHARS) {
                return Integer.parseInt(digits);
            }
        } catch (NumberFormatException notANumber) {
            // Answered below, like a number that is too long.
        }
        throw malformed();
    }

    /** A boolean in the spellings that S3 reads. */
    static boolean flag(String text) {
        return switch (text.strip()) {
            case "true", "TRUE", "True" -> true;
            case "false", "FALSE", "False" -> false;
            default -> throw malformed();
        };
    }

    /** A time by ISO 8601 with its offset, or a day in UTC. */
    static Instant time(String text) {
        try {
            String stripped = text.strip();
            return stripped.length() == DAY_CHARS
                    ? LocalDate.parse(stripped).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(stripped).toInstant();
        } catch (DateTimeException notATime) {
            throw malformed();
        }
    }

    static S3ErrorException malformed() {
        return refused(S3ErrorCode.MALFORMED_XML);
    }

    /** Names an element that would be dropped, or whose condition would be overlooked. */
    static S3ErrorException notOffered(String element) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Element", element));
    }

    static S3ErrorException refused(S3ErrorCode code) {
        return new S3ErrorException(S3Error.of(code));
    }
}
