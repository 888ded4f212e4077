package dev.ose.server.accounting.usage;

import java.time.Instant;

/** Records how much is stored, hour by hour. Every method blocks on the database. */
public interface StoredHours {

    /**
     * Records one hour that was not recorded before: the first one after the last that was, by the database's clock.
     * The present hour is recorded with what is stored now, an earlier one, in which no node ran, with the values of
     * the hour before it.
     *
     * @return whether an hour was recorded, and another may be missing
     */
    boolean record();

    /** Deletes up to {@code limit} rows of hours that began before {@code before}, and returns their number. */
    int forget(Instant before, int limit);
}
