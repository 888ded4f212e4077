package dev.ose.server.admin.session;

import dev.ose.server.admin.access.session.OpenSession;
import dev.ose.server.admin.access.session.SessionId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

/**
 * An open session.
 *
 * @param device what the browser called itself
 * @param lastUsedAt to the minute
 * @param current whether the request came by it
 */
record OpenSessionView(
        @Schema(format = "uuid") String id,
        String device,
        String address,
        Instant createdAt,
        Instant lastUsedAt,
        Instant expiresAt,
        boolean current) {

    static OpenSessionView of(OpenSession session, Optional<SessionId> present) {
        return new OpenSessionView(
                session.id().toString(),
                session.device().program(),
                session.device().address(),
                session.createdAt(),
                session.usedAt(),
                session.expiresAt(),
                present.filter(session.id()::equals).isPresent());
    }
}
