package dev.ose.server.audit;

/**
 * A call before it is carried out.
 *
 * @param requestId the id that the answer shows
 * @param operation its name in documents, such as {@code CreateTenant}
 */
public record AuditEntry(
        AuditId id, String requestId, AuditSource source, String operation, AuditActor actor, AuditTarget target) {

    public AuditEntry {
        requestId = AuditText.plain(requestId);
        operation = AuditText.plain(operation);
    }
}
