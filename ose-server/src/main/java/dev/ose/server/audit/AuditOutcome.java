package dev.ose.server.audit;

import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param status the HTTP status of the answer
 * @param code of the error; empty for none
 * @param made what the call is about as far as only its end shows, such as the id of a new user
 * @param asUser in whose name an administrator acted, as far as only the end shows; null for none
 */
public record AuditOutcome(
        int status, String code, AuditTarget made, @Nullable UserId asUser) {

    public AuditOutcome {
        code = AuditText.plain(code);
    }

    /** An end of a call that names for whom it is at its beginning. */
    public AuditOutcome(int status, String code, AuditTarget made) {
        this(status, code, made, null);
    }

    /** An end without facts about the target. */
    public AuditOutcome(int status, String code) {
        this(status, code, AuditTarget.SERVICE);
    }
}
