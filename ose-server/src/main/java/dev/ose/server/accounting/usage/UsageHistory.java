package dev.ose.server.accounting.usage;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was stored and requested in the past. */
public interface UsageHistory {

    /**
     * Periods in order of tenant, start and part; those in which nothing was stored or requested are absent. Blocks on
     * the database.
     */
    List<Period> read(Question question);

    /**
     * The periods of {@link #read} and the coverage of the question's time, in one snapshot. Blocks on the database.
     */
    Covered readCovered(Question question);

    /** The length of a period, which begins in UTC. */
    enum Step {
        HOUR,
        DAY,
        MONTH,
        /** The whole time of the question. */
        ALL
    }

    /** What has a row of its own. */
    enum By {
        TENANT,
        /** Stored data counts for the owner of its bucket, a request for its sender. */
        USER,
        BUCKET
    }

    /**
     * A time and how it is divided.
     *
     * @param from hours that begin then or later
     * @param to hours that begin before it
     */
    record Span(Instant from, Instant to, Step step) {

        /** The most periods that a tenant can have. */
        public long periods() {
            Duration length = Duration.between(from, to);
            return switch (step) {
                case HOUR -> length.toHours() + 1;
                case DAY -> length.toDays() + 2;
                case MONTH -> length.toDays() / 28 + 2;
                case ALL -> 1;
            };
        }

        /** The number of hours of the period that begins then, without those outside of this time. */
        public long hours(Instant start) {
            Instant end =
                    switch (step) {
                        case HOUR -> start.plus(Duration.ofHours(1));
                        case DAY -> start.plus(Duration.ofDays(1));
                        case MONTH ->
                            start.atOffset(ZoneOffset.UTC).plusMonths(1).toInstant();
                        case ALL -> to;
                    };
            return Hours.between(start.isBefore(from) ? from : start, end.isAfter(to) ? to : end);
        }
    }

    /**
     * A question.
     *
     * @param tenant null for all tenants, deleted ones included
     * @param user only what the buckets of this user of the tenant stored while it owned them, and what it requested;
     *     null for all users
     * @param after only rows after this place; null from the start
     */
    record Question(
            @Nullable TenantId tenant,
            @Nullable UserId user,
            Span span,
            By by,
            @Nullable Place after,
            int limit) {

        /** A question about all users. */
        public Question(@Nullable TenantId tenant, Span span, By by, @Nullable Place after, int limit) {
            this(tenant, null, span, by, after, limit);
        }
    }

    /**
     * The place of a row.
     *
     * @param start of the period
     * @param part the id of the user or the name of the bucket; empty for a tenant, and for requests without a bucket
     */
    record Place(TenantId tenant, Instant start, String part) {}

    /** A row. */
    record Period(Place place, Stored stored, Traffic traffic, Hours hours) {}

    /**
     * Hours of which what was stored is known. One is missing if it was not recorded, or was deleted by its retention.
     *
     * @param all the hours that begin in the period
     * @param recorded those that are known
     * @param filled those among them in which no node ran, so that they have the values of the hour before
     */
    record Hours(long all, long recorded, long filled) {

        private static final long SECONDS = 3_600;

        /** The number of hours that begin at {@code from} or later and before {@code to}. */
        public static long between(Instant from, Instant to) {
            return Math.max(0, startedBefore(to) - startedBefore(from));
        }

        private static long startedBefore(Instant time) {
            return Math.ceilDiv(time.getEpochSecond() + (time.getNano() > 0 ? 1 : 0), SECONDS);
        }
    }

    /** Periods, and how much is known of the time that they are of. */
    record Covered(List<Period> periods, Coverage coverage) {

        public Covered {
            periods = List.copyOf(periods);
        }
    }

    /**
     * How much is known of a time. Requests of a node that cannot reach the database are added when it can again, also
     * to a time that is settled.
     *
     * @param isSettled whether none of its hours will be recorded any more, and nodes that reach the database have
     *     written their requests
     * @param isMeteredFully whether no requests of it were deleted by their retention
     */
    record Coverage(Hours hours, boolean isSettled, boolean isMeteredFully) {

        /** Whether it is settled with all its hours recorded, and nothing that the database had was deleted. */
        public boolean isComplete() {
            return isSettled && isMeteredFully && hours.recorded() == hours.all();
        }
    }

    /**
     * What was stored: objects, older versions and parts of uploads. Each hour counts with what was stored when it
     * began.
     *
     * @param byteHours the sum over the hours of the period
     * @param peakBytes the most in any hour
     * @param peakObjects the most objects and older versions in any hour
     */
    record Stored(BigInteger byteHours, long peakBytes, long peakObjects) {}

    /** What was requested, as it was metered; without a category of which there were none. */
    record Traffic(Map<Category, Long> requests, long bytesIn, long bytesOut) {

        public Traffic {
            requests = Map.copyOf(requests);
        }
    }
}
