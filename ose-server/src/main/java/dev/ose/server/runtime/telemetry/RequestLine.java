package dev.ose.server.runtime.telemetry;

import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** Formats a finished request as a log line, in the format of the other lines. */
final class RequestLine {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int DEFAULT_LENGTH = 512;

    /** Fits the longest S3 key, percent-encoded, and its bucket. Only refused requests have longer paths. */
    static final int MAX_VALUE = 4096;

    private static final String CUT = "...";

    private final StringBuilder text = new StringBuilder(DEFAULT_LENGTH);

    private RequestLine() {}

    static byte[] of(RequestSummary summary, ZonedDateTime now) {
        RequestSummary.Cost cost = summary.cost();
        RequestLine line = new RequestLine();
        line.begin(now);
        line.add("request", summary.requestId());
        line.add("peer", summary.client().address());
        line.add("operation", summary.operation());
        line.add("method", summary.method());
        line.add("path", summary.path());
        line.add("status", summary.status());
        line.add("bytesIn", cost.bytesIn());
        line.add("bytesOut", cost.bytesOut());
        line.add("micros", cost.nanos() / NANOS_PER_MICRO);
        line.add("platformMicros", cost.platformNanos() / NANOS_PER_MICRO);
        line.add("tenant", summary.client().tenant());
        line.add("accessKey", summary.client().accessKey());
        line.add("failure", summary.failure());
        return line.text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private void begin(ZonedDateTime now) {
        text.append(now.getYear()).append('-');
        digits(now.getMonthValue(), 2).append('-');
        digits(now.getDayOfMonth(), 2).append('T');
        digits(now.getHour(), 2).append(':');
        digits(now.getMinute(), 2).append(':');
        digits(now.getSecond(), 2).append('.');
        digits(now.getNano() / NANOS_PER_MILLI, 3);
        text.append(now.getOffset().getId())
                .append(" INFO  ")
                .append(RequestLog.NAME)
                .append(" s3");
    }

    /** By hand, because a formatter would take longer than all the rest. */
    private StringBuilder digits(int number, int count) {
        for (int unit = count == 2 ? 10 : 100; unit > 0; unit /= 10) {
            text.append((char) ('0' + number / unit % 10));
        }
        return text;
    }

    private void add(String key, long value) {
        text.append(' ').append(key).append("=\"").append(value).append('"');
    }

    /** Input of clients must not end the value or the line, nor fill the log. */
    private void add(String key, @Nullable String value) {
        if (value == null) {
            return;
        }
        text.append(' ').append(key).append("=\"");
        int length = Math.min(value.length(), MAX_VALUE);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else {
                text.append(c < ' ' || c == 0x7f ? '?' : c);
            }
        }
        text.append(length < value.length() ? CUT : "").append('"');
    }
}
