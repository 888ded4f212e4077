package dev.ose.server.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it was recorded.
 *
 * @param node that served the call
 * @param endedAt null with the outcome if that was not recorded
 */
public record RecordedEntry(
        AuditEntry entry,
        String node,
        @Nullable Instant endedAt,
        @Nullable AuditOutcome outcome) {}
