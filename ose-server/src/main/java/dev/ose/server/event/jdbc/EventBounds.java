package dev.ose.server.event.jdbc;

import dev.ose.server.database.Database;
import java.util.List;
import java.util.Optional;

/**
 * Bounds the number and age of each webhook's events, which would grow forever with a dead or slow receiver. Safe on
 * several nodes at once; locked rows are skipped.
 */
final class EventBounds {

    /** Far below the statement timeout. */
    private static final int ROWS_PER_STEP = 10_000;

    /** So that one webhook does not delay the others for long; the rest is left for the next run. */
    private static final int MAX_STEPS = 50;

    /** The range of ids rules out nearly all webhooks with few events, without a count. */
    private static final String CROWDED = """
            SELECT w.id FROM webhook w
            WHERE (SELECT max(id) FROM event WHERE webhook_id = w.id)
                - (SELECT min(id) FROM event WHERE webhook_id = w.id) >= ?
            """;

    private static final String LAST_TOO_MANY =
            "SELECT id FROM event WHERE webhook_id = ? ORDER BY id DESC OFFSET ? LIMIT 1";

    private static final String DROP = """
            WITH gone AS (
                DELETE FROM event WHERE webhook_id = ? AND id IN (
                    SELECT id FROM event WHERE webhook_id = ? AND id <= ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
                RETURNING is_dead_letter
            ), noted AS (
                UPDATE webhook SET dropped = dropped + (SELECT count(*) FROM gone)
                WHERE id = ? AND EXISTS (SELECT FROM gone)
            )
            SELECT count(*), count(*) FILTER (WHERE NOT is_dead_letter) FROM gone
            """;

    private static final String LATE = """
            SELECT w.id FROM webhook w
            WHERE coalesce(w.redelivered_at < now() - interval '1 day', true)
                AND (SELECT e.at FROM event e WHERE e.webhook_id = w.id AND NOT is_dead_letter ORDER BY id LIMIT 1)
                    < now() - interval '1 day'
            """;

    /** A receiver that was unavailable for a day does not receive all its events a day late. */
    private static final String GIVE_UP_OLD = """
            UPDATE event SET is_dead_letter = true WHERE webhook_id = ? AND id IN (
                SELECT id FROM event WHERE webhook_id = ? AND NOT is_dead_letter AND at < now() - interval '1 day'
                ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
            """;

    private final Database database;
    private final int mostKept;

    /**
     * Creates the bounds.
     *
     * @param mostKept maximum number of events of a webhook, including those given up
     */
    EventBounds(Database database, int mostKept) {
        this.database = database;
        this.mostKept = mostKept;
    }

    private record Dropped(int all, int waiting) {}

    /**
     * Gives up events that are too old and drops the oldest of too many; returns the number of waiting events among
     * them.
     */
    int enforce() {
        int givenUp = 0;
        for (long webhook : webhooks(LATE)) {
            givenUp += giveUpOld(webhook);
        }
        for (long webhook : webhooks(CROWDED, mostKept)) {
            givenUp += drop(webhook);
        }
        return givenUp;
    }

    private List<Long> webhooks(String which, Object... parameters) {
        return database.all(which, row -> row.getLong(1), parameters);
    }

    private int giveUpOld(long webhook) {
        int givenUp = 0;
        int more = ROWS_PER_STEP;
        for (int step = 0; step < MAX_STEPS && more == ROWS_PER_STEP; step++) {
            more = database.update(GIVE_UP_OLD, webhook, webhook, ROWS_PER_STEP);
            givenUp += more;
        }
        return givenUp;
    }

    private int drop(long webhook) {
        Optional<Long> last = database.first(LAST_TOO_MANY, row -> row.getLong(1), webhook, mostKept);
        int waited = 0;
        int more = last.isPresent() ? ROWS_PER_STEP : 0;
        for (int step = 0; step < MAX_STEPS && more == ROWS_PER_STEP; step++) {
            Dropped dropped = drop(webhook, last.orElseThrow());
            more = dropped.all();
            waited += dropped.waiting();
        }
        return waited;
    }

    /** Repeated on a deadlock with a delivery, which locks the webhook before its events. */
    private Dropped drop(long webhook, long last) {
        return database.transact(connection -> Database.first(
                        connection,
                        DROP,
                        row -> new Dropped(row.getInt(1), row.getInt(2)),
                        webhook,
                        webhook,
                        last,
                        ROWS_PER_STEP,
                        webhook)
                .orElseThrow());
    }
}
