package dev.ose.server.ledger.commit;

/** Tells one course of the database's history from another. */
@FunctionalInterface
public interface DatabaseHistory {

    /**
     * Where the database stands. Blocks on it.
     *
     * @throws RuntimeException if it cannot tell
     */
    Point read();

    /**
     * A point of a history.
     *
     * @param course another whenever a standby takes the place of the database, or a backup of it
     * @param position grows with what is durable
     */
    record Point(String course, long position) {

        /** Whether something that was durable at an earlier point may be missing at this one. */
        boolean mayHaveLost(Point earlier) {
            return !course.equals(earlier.course) || position < earlier.position;
        }
    }
}
