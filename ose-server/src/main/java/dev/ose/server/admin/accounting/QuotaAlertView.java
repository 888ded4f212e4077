package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.alert.Clearance;
import dev.ose.server.accounting.alert.Dimension;
import dev.ose.server.accounting.alert.QuotaAlert;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert, as the API shows it.
 *
 * @param tenant id of the tenant
 * @param user name of the user whose quota it is; absent for another holder
 * @param bucket name of the bucket whose quota it is; absent for another holder; without either it is the tenant's
 * @param thresholdPercent of the limit
 * @param usage when the alert was raised
 * @param clearance absent while it is open
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record QuotaAlertView(
        String id,
        String tenant,
        @Nullable String user,
        @Nullable String bucket,
        int thresholdPercent,
        AlertUsage usage,
        State state,
        @Nullable ClearanceView clearance) {

    /** Whether an alert is over. */
    @Schema(name = "QuotaAlertState")
    enum State {
        OPEN,
        CLEARED
    }

    /**
     * The usage that an alert is about.
     *
     * @param dimension what the quota limits
     * @param limit in bytes, objects or buckets
     * @param used likewise
     * @param at when the alert was raised
     */
    @Schema(name = "QuotaAlertUsage")
    record AlertUsage(Dimension dimension, long limit, long used, Instant at) {}

    /** When and why an alert was cleared. */
    @Schema(name = "QuotaAlertClearance")
    record ClearanceView(Instant at, Clearance reason) {}

    static QuotaAlertView of(QuotaAlert alert) {
        QuotaAlert.End end = alert.end();
        return new QuotaAlertView(
                Long.toString(alert.id()),
                alert.tenant().toString(),
                alert.user(),
                alert.bucket(),
                alert.crossing().thresholdPercent(),
                new AlertUsage(
                        alert.crossing().dimension(),
                        alert.crossing().limit(),
                        alert.crossing().used(),
                        alert.raisedAt()),
                end == null ? State.OPEN : State.CLEARED,
                end == null ? null : new ClearanceView(end.at(), end.reason()));
    }
}
