package dev.ose.server.accounting.alert;

import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert as it was recorded.
 *
 * @param user name of the user whose quota it was; null for another holder
 * @param bucket name of the bucket whose quota it was; null for another holder
 * @param crossing as it was when the alert was raised
 * @param end null while the alert is open
 */
public record QuotaAlert(
        long id,
        TenantId tenant,
        @Nullable String user,
        @Nullable String bucket,
        Crossing crossing,
        Instant raisedAt,
        @Nullable End end) {

    /** When and why it was cleared. */
    public record End(Instant at, Clearance reason) {}
}
