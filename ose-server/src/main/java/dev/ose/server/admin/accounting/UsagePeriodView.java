package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.control.Csv;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.usage.UsageHistory;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was stored and requested in a period.
 *
 * @param user absent unless the question is by user, and for anonymous requests
 * @param bucket absent unless the question is by bucket, and for requests without a bucket
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record UsagePeriodView(
        @Schema(format = "uuid") String tenant,
        Instant start,
        @Schema(format = "uuid") @Nullable String user,
        @Nullable String bucket,
        StoredView stored,
        TrafficView traffic,
        HoursView hours) {

    static final String CSV_HEAD = "tenant,start,user,bucket,byte_hours,peak_bytes,peak_objects,"
            + Arrays.stream(Category.values())
                    .map(category -> category.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(","))
            + ",bytes_in,bytes_out,hours,recorded_hours,filled_hours\r\n";

    /**
     * What was stored: objects, older versions and parts of uploads.
     *
     * @param byteHours the sum over the hours of the period, each with what was stored when it began
     * @param peakBytes the most in any hour
     * @param peakObjects the most objects and older versions in any hour
     */
    @Schema(name = "StoredInPeriod")
    record StoredView(BigInteger byteHours, long peakBytes, long peakObjects) {}

    /**
     * What was requested.
     *
     * @param requests by category, without those of which there were none
     */
    @Schema(name = "TrafficInPeriod")
    record TrafficView(Map<Category, Long> requests, long bytesIn, long bytesOut) {}

    static UsagePeriodView of(UsageHistory.Period period, UsageHistory.By by) {
        UsageHistory.Place place = period.place();
        UsageHistory.Stored stored = period.stored();
        UsageHistory.Traffic traffic = period.traffic();
        return new UsagePeriodView(
                place.tenant().toString(),
                place.start(),
                by == UsageHistory.By.USER && !place.part().equals(MeteredAccount.ANONYMOUS.toString())
                        ? place.part()
                        : null,
                by == UsageHistory.By.BUCKET && !place.part().isEmpty() ? place.part() : null,
                new StoredView(stored.byteHours(), stored.peakBytes(), stored.peakObjects()),
                new TrafficView(traffic.requests(), traffic.bytesIn(), traffic.bytesOut()),
                HoursView.of(period.hours()));
    }

    String csv() {
        return Csv.line(Stream.of(
                        Stream.of(
                                tenant,
                                start,
                                user == null ? "" : user,
                                bucket == null ? "" : bucket,
                                stored.byteHours(),
                                stored.peakBytes(),
                                stored.peakObjects()),
                        Arrays.stream(Category.values())
                                .map(category -> traffic.requests().getOrDefault(category, 0L)),
                        Stream.of(traffic.bytesIn(), traffic.bytesOut(), hours.all(), hours.recorded(), hours.filled()))
                .flatMap(cells -> cells));
    }
}
