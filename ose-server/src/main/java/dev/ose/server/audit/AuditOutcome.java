package dev.ose.server.audit;

/**
 * How a call ended.
 *
 * @param status the HTTP status of the answer
 * @param code of the error; empty for none
 * @param made what the call is about as far as only its end shows, such as the id of a new user
 */
public record AuditOutcome(int status, String code, AuditTarget made) {

    public AuditOutcome {
        code = AuditText.plain(code);
    }

    /** An end without facts about the target. */
    public AuditOutcome(int status, String code) {
        this(status, code, AuditTarget.SERVICE);
    }
}
