package dev.ose.s3.form;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form up to where its file begins. S3 ignores what follows the file.
 *
 * @param fields lower-case name to value, each once
 * @param fileName name of the file without the folders it is in; empty if the browser sent none
 * @param lengthBytes length of all this on the wire
 */
public record FormHead(Map<String, String> fields, String fileName, int lengthBytes) {

    /** The most bytes that a form may have beside its file. */
    public static final int MAX_BYTES = 20 * 1024;

    private static final String FILE = "file";

    public FormHead {
        fields = Map.copyOf(fields);
    }

    /**
     * Reads what has come of a form so far: all bytes before the buffer's position.
     *
     * @param received has its bytes from index 0 on
     * @return null if the file has not begun yet
     */
    public static @Nullable FormHead read(ByteBuffer received, FormBoundary boundary) {
        byte[] bytes = new byte[Math.min(received.position(), MAX_BYTES)];
        received.get(0, bytes);
        FormHead head = new Reading(new String(bytes, StandardCharsets.ISO_8859_1), boundary).head();
        if (head == null && received.position() >= MAX_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MAX_POST_PRE_DATA_LENGTH_EXCEEDED_ERROR)
                    .with("MaxPostPreDataLengthBytes", Integer.toString(MAX_BYTES)));
        }
        return head;
    }

    /** One reading of a form from its start, as ISO-8859-1 characters. */
    private static final class Reading {

        private final String text;
        private final FormBoundary boundary;
        private final Map<String, String> fields = new LinkedHashMap<>();

        Reading(String text, FormBoundary boundary) {
            this.text = text;
            this.boundary = boundary;
        }

        @Nullable
        FormHead head() {
            String opening = boundary.opening() + "\r\n";
            if (!text.startsWith(opening)) {
                requirePrefix(opening, 0);
                return null;
            }
            int at = opening.length();
            while (true) {
                int blank = text.indexOf("\r\n\r\n", at);
                if (blank < 0) {
                    return null;
                }
                PartName part = PartName.read(text.substring(at, blank));
                int start = blank + 4;
                if (part.name().equals(FILE)) {
                    return new FormHead(fields, baseName(utf8(part.fileName())), start);
                }
                int end = text.indexOf(boundary.delimiter(), start);
                int next = end + boundary.delimiter().length();
                if (end < 0 || text.length() < next + 2) {
                    return null;
                }
                add(part.name(), utf8(text.substring(start, end)));
                requireMore(next);
                at = next + 2;
            }
        }

        private void add(String name, String value) {
            if (fields.put(name, value) != null) {
                throw new S3ErrorException(
                        S3Error.invalidArgument("POST requires each field at most once.", name, value));
            }
        }

        private void requireMore(int at) {
            if (text.startsWith("--", at)) {
                throw new S3ErrorException(
                        S3Error.invalidArgument("POST requires exactly one file upload per request.", FILE, "0"));
            }
            requirePrefix("\r\n", at);
        }

        /** Refuses text that cannot become this any more. */
        private void requirePrefix(String expected, int at) {
            if (!expected.startsWith(text.substring(at, Math.min(text.length(), at + expected.length())))) {
                throw FormBoundary.malformed();
            }
        }
    }

    private static String utf8(String latin1) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw FormBoundary.malformed();
        }
    }

    /** Some browsers send the whole path. */
    private static String baseName(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    /** The names in the headers of a part; the field's name is in lower case. */
    private record PartName(String name, String fileName) {

        private static final String DISPOSITION = "content-disposition:";

        static PartName read(String headers) {
            for (String line : headers.split("\r\n", -1)) {
                if (line.toLowerCase(Locale.ROOT).startsWith(DISPOSITION)) {
                    String disposition = line.substring(DISPOSITION.length());
                    String name = parameter(disposition, "name");
                    if (name != null) {
                        String fileName = parameter(disposition, "filename");
                        return new PartName(name.toLowerCase(Locale.ROOT), fileName == null ? "" : fileName);
                    }
                }
            }
            throw FormBoundary.malformed();
        }

        /** The value of {@code name="value"}, in which browsers write a quote as %22 and others as \". */
        private static @Nullable String parameter(String disposition, String name) {
            int at = disposition.indexOf(';');
            while (at >= 0) {
                int equals = disposition.indexOf('=', at);
                if (equals < 0) {
                    return null;
                }
                String found = disposition.substring(at + 1, equals).strip();
                StringBuilder value = new StringBuilder();
                at = value(disposition, equals + 1, value);
                if (found.equalsIgnoreCase(name)) {
                    return value.toString();
                }
            }
            return null;
        }

        /** Reads a value; returns where the next semicolon is, or -1. */
        private static int value(String text, int start, StringBuilder value) {
            if (start == text.length() || text.charAt(start) != '"') {
                int semicolon = text.indexOf(';', start);
                value.append(text, start, semicolon < 0 ? text.length() : semicolon);
                return semicolon;
            }
            int at = start + 1;
            while (at < text.length() && text.charAt(at) != '"') {
                if (text.charAt(at) == '\\' && text.startsWith("\\\"", at)) {
                    at++;
                }
                value.append(text.charAt(at));
                at++;
            }
            return text.indexOf(';', at);
        }
    }
}
