package dev.ose.server.admin.accounting;

import dev.ose.server.accounting.usage.UsageHistory;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Of how many hours of a period it is known what was stored.
 *
 * @param all the hours that begin in the period
 * @param recorded those that are known; the others were not recorded, or are no longer kept
 * @param filled those among them in which no node ran, so that they have the values of the hour before
 */
@Schema(name = "RecordedHours")
record HoursView(long all, long recorded, long filled) {

    static HoursView of(UsageHistory.Hours hours) {
        return new HoursView(hours.all(), hours.recorded(), hours.filled());
    }
}
