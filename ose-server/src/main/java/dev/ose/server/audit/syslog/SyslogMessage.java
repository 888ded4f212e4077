package dev.ose.server.audit.syslog;

import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.RecordedEntry;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * An entry as a message of syslog, whose text is the entry in JSON, in ASCII.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc5424#section-6">RFC 5424</a>
 */
final class SyslogMessage {

    private static final int LOG_AUDIT = 13;
    private static final int WARNING = 4;
    private static final int NOTICE = 5;
    private static final int REFUSED = 400;
    private static final int MAX_HOST = 255;
    private static final int MAX_ID = 32;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private SyslogMessage() {}

    static byte[] of(RecordedEntry recorded) {
        AuditOutcome outcome = recorded.outcome();
        boolean isDone = outcome != null && outcome.status() < REFUSED;
        int priority = LOG_AUDIT * 8 + (isDone ? NOTICE : WARNING);
        String header = "<" + priority + ">1 " + recorded.entry().id().moment() + ' '
                + printable(recorded.node(), MAX_HOST) + " ose - "
                + printable(recorded.entry().operation(), MAX_ID) + " - ";
        return (header + JSON.writeValueAsString(recorded.facts())).getBytes(StandardCharsets.US_ASCII);
    }

    private static String printable(String text, int longest) {
        String printable = text.replaceAll("[^!-~]", "?");
        return printable.isEmpty() ? "-" : printable.substring(0, Math.min(printable.length(), longest));
    }
}
