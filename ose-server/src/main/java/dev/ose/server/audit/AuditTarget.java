package dev.ose.server.audit;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * What a call is about. The administrators of the tenant may read the entry.
 *
 * @param bucket empty for none
 * @param accessKey the id of a key pair, never its secret; empty for none
 * @param subject the name of anything else, such as a role or a webhook; empty for none
 */
public record AuditTarget(
        @Nullable TenantId tenant, @Nullable UserId user, String bucket, String accessKey, String subject) {

    /** The service itself. */
    public static final AuditTarget SERVICE = new AuditTarget(null, null, "", "", "");

    public AuditTarget {
        bucket = AuditText.plain(bucket);
        accessKey = AuditText.plain(accessKey);
        subject = AuditText.plain(subject);
    }

    /** The same, with the facts of another where this one has none. */
    public AuditTarget or(AuditTarget other) {
        return new AuditTarget(
                tenant == null ? other.tenant : tenant,
                user == null ? other.user : user,
                bucket.isEmpty() ? other.bucket : bucket,
                accessKey.isEmpty() ? other.accessKey : accessKey,
                subject.isEmpty() ? other.subject : subject);
    }

    /** The facts of this that another has none of. */
    public AuditTarget beside(AuditTarget other) {
        return new AuditTarget(
                other.tenant == null ? tenant : null,
                other.user == null ? user : null,
                other.bucket.isEmpty() ? bucket : "",
                other.accessKey.isEmpty() ? accessKey : "",
                other.subject.isEmpty() ? subject : "");
    }

    /** A tenant. */
    public static AuditTarget of(TenantId tenant) {
        return new AuditTarget(tenant, null, "", "", "");
    }
}
