package dev.ose.server.bucket.logging;

import dev.ose.s3.BucketName;
import dev.ose.s3.UriEncoding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Formats a record as a line of an access log. The first field, the bucket's owner, is left to the delivery, which
 * looks it up once for all lines.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html">Amazon S3 server access log
 *     format</a>
 */
final class AccessLine {

    /** Longest text of a client. Fits the longest key, escaped, and its bucket. */
    static final int MAX_TEXT = 4096;

    private static final String NONE = "-";
    private static final int DEFAULT_LENGTH = 512;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "'['dd/MMM/uuuu:HH:mm:ss Z']'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final StringBuilder text = new StringBuilder(DEFAULT_LENGTH);

    private AccessLine() {}

    /** The line from its second field to its line feed, with a space in front. */
    static byte[] of(BucketName bucket, AccessRecord request) {
        AccessLine line = new AccessLine();
        line.add(bucket.value());
        line.add(TIME.format(request.at()));
        line.add(request.client().address());
        line.add(request.requester() == null ? NONE : request.requester().value());
        line.add(request.answer().requestId());
        line.add(request.request());
        line.add(request.answer());
        line.add(request);
        return line.text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void add(AccessRecord.Request request) {
        add(request.operation());
        addEscaped(
                request.key() == null
                        ? null
                        : UriEncoding.encodePath(request.key().value()));
        String query = request.query().isEmpty() ? "" : '?' + QueryMask.ofQuery(request.query());
        addQuoted(request.method() + ' ' + request.path() + query + ' ' + request.protocol());
    }

    private void add(AccessRecord.Answer answer) {
        add(answer.status() == 0 ? NONE : Integer.toString(answer.status()));
        addEscaped(answer.error());
        add(answer.bytesSent() == 0 ? NONE : Long.toString(answer.bytesSent()));
        add(answer.objectBytes() < 0 ? NONE : Long.toString(answer.objectBytes()));
        add(millis(answer.total()));
        add(millis(answer.turnAround()));
    }

    /** The fields that came to the format later, in the order in which they came. */
    private void add(AccessRecord request) {
        AccessRecord.Client client = request.client();
        AccessRecord.Tls tls = client.tls();
        AccessRecord.Signature signature = request.request().signature();
        addQuoted(client.referer() == null ? null : QueryMask.ofAddress(client.referer()));
        addQuoted(client.userAgent());
        addEscaped(
                request.request().version() == null
                        ? null
                        : request.request().version().value());
        add(request.answer().hostId());
        add(signature == null ? NONE : signature.version());
        add(tls == null ? NONE : tls.cipherSuite());
        add(signature == null ? NONE : signature.place().text());
        addEscaped(client.host());
        add(tls == null ? NONE : tls.protocol());
        // Access points do not exist here, and whether an ACL allowed the request only the platform knows.
        add(NONE);
        add(NONE);
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }

    private void add(String field) {
        text.append(' ').append(field);
    }

    private void addEscaped(@Nullable String field) {
        text.append(' ');
        if (field == null || field.isEmpty()) {
            text.append(NONE);
        } else {
            escape(field, true);
        }
    }

    private void addQuoted(@Nullable String field) {
        text.append(" \"");
        escape(field == null || field.isEmpty() ? NONE : field, false);
        text.append('"');
    }

    /** Whatever a client sends must end neither a field nor the line, nor fill the log. */
    private void escape(String field, boolean isSpaceEscaped) {
        int length = Math.min(field.length(), MAX_TEXT);
        for (int i = 0; i < length; i++) {
            char c = field.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\' || (isSpaceEscaped && c == ' ')) {
                text.append(UriEncoding.encode(Character.toString(c).getBytes(StandardCharsets.ISO_8859_1), false));
            } else {
                text.append(c);
            }
        }
    }
}
