package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The usage of an hour.
 *
 * @param user absent for anonymous requests
 * @param bucket absent for requests without a bucket
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MeteredView(
        Instant hour,
        @Schema(format = "uuid") String tenant,
        @Schema(format = "uuid") @Nullable String user,
        @Nullable String bucket,
        Category category,
        long requests,
        long bytesIn,
        long bytesOut) {

    static final String CSV_HEAD = "hour,tenant,user,bucket,category,requests,bytes_in,bytes_out\r\n";

    private static final int CURSOR_PARTS = 5;
    private static final long SECONDS_PER_HOUR = 3600;

    static MeteredView of(MeteredHour hour) {
        MeteredAccount account = hour.line().account();
        return new MeteredView(
                Instant.ofEpochSecond(hour.line().hour() * SECONDS_PER_HOUR),
                account.tenant().toString(),
                account.user().equals(MeteredAccount.ANONYMOUS)
                        ? null
                        : account.user().toString(),
                account.bucket().isEmpty() ? null : account.bucket(),
                hour.line().category(),
                hour.metered().requests(),
                hour.metered().bytesIn(),
                hour.metered().bytesOut());
    }

    /**
     * A line of RFC 4180. Nothing in it can hold a comma or a quote: names of buckets are letters, digits, dots,
     * hyphens.
     */
    String csv() {
        return hour + "," + tenant + ',' + (user == null ? "" : user) + ',' + (bucket == null ? "" : bucket) + ','
                + category + ',' + requests + ',' + bytesIn + ',' + bytesOut + "\r\n";
    }

    /** A place between two lines, which {@link #line} reads. */
    static String cursor(MeteredHour hour) {
        MeteredAccount account = hour.line().account();
        return hour.line().hour() + "_" + account.tenant() + '_' + account.user() + '_'
                + hour.line().category() + '_' + account.bucket();
    }

    static MeteredHour.Line line(String cursor) {
        String[] parts = cursor.split("_", CURSOR_PARTS);
        if (parts.length != CURSOR_PARTS || parts[4].indexOf('\0') >= 0) {
            throw noCursor();
        }
        try {
            return new MeteredHour.Line(
                    Integer.parseInt(parts[0]),
                    new MeteredAccount(
                            new TenantId(UUID.fromString(parts[1])), new UserId(UUID.fromString(parts[2])), parts[4]),
                    Category.valueOf(parts[3]));
        } catch (IllegalArgumentException e) {
            throw noCursor();
        }
    }

    private static FailureException noCursor() {
        return new FailureException(new Failure.Invalid("after", "must be the next of an earlier page"));
    }
}
