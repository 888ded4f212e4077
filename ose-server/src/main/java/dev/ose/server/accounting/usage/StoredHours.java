package dev.ose.server.accounting.usage;

import java.time.Instant;
import java.util.Optional;

/** Records how much is stored, hour by hour. Every method blocks on the database. */
public interface StoredHours {

    /** The most hours in a row that are filled with the values of the hour before them. */
    int MAX_FILLED = 48;

    /**
     * Records one hour that was not recorded before: the first one after the last that was, by the database's clock,
     * and none ahead of it. The present hour is recorded with what is stored now, an earlier one, in which no node ran,
     * with the values of the hour before it. After {@link #MAX_FILLED} of these the next one is the present hour: those
     * between stay missing. Hours ahead of the clock, which was set back, are filled ones from then on; the present
     * hour replaces what was filled in its place.
     *
     * @return what was recorded, and then another hour may be due; empty if none was due
     */
    Optional<Recorded> record();

    /**
     * An hour that was recorded.
     *
     * @param missed the number of hours before it that are not recorded and never will be
     */
    record Recorded(Instant hour, long missed) {}

    /** Deletes up to {@code limit} rows of hours that began before {@code before}, and returns their number. */
    int forget(Instant before, int limit);
}
