package dev.ose.server.ledger.commit;

/** Distinguishes the database's timelines, so that a failover or a restore is detected. */
@FunctionalInterface
public interface DatabaseHistory {

    /**
     * Reads the current point. Blocks on the database.
     *
     * @throws RuntimeException if the database does not answer
     */
    Point read();

    /**
     * A point on a timeline.
     *
     * @param course changes whenever a standby is promoted or a backup is restored
     * @param position grows with the durable log
     */
    record Point(String course, long position) {

        /** Whether data that was durable at {@code earlier} may be missing at this point. */
        boolean mayHaveLost(Point earlier) {
            return !course.equals(earlier.course) || position < earlier.position;
        }
    }
}
