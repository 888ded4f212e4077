package dev.ose.server.event.jdbc;

import dev.ose.server.database.Database;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the events of each webhook few and young, whatever its receiver does: one that is dead and one that is slow alike would
 * have them grow for ever. Several nodes may do so at once; what one has locked the others leave to it.
 */
final class EventBounds {

    /** Far below the statement time-out. */
    private static final int ROWS_PER_STEP = 10_000;

    /** So that the events of one webhook keep nobody from the others' for long; the rest is for the next time. */
    private static final int MOST_STEPS = 50;

    /** Their first and last number tell nearly all that have few without a count. */
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
                RETURNING given_up
            ), noted AS (
                UPDATE webhook SET dropped = dropped + (SELECT count(*) FROM gone)
                WHERE id = ? AND EXISTS (SELECT FROM gone)
            )
            SELECT count(*), count(*) FILTER (WHERE NOT given_up) FROM gone
            """;

    private static final String LATE = """
            SELECT w.id FROM webhook w
            WHERE coalesce(w.redelivered_at < now() - interval '1 day', true)
                AND (SELECT e.at FROM event e WHERE e.webhook_id = w.id AND NOT given_up ORDER BY id LIMIT 1)
                    < now() - interval '1 day'
            """;

    /** Receivers that were away for so long are not told a day late, one event after the other. */
    private static final String GIVE_UP_OLD = """
            UPDATE event SET given_up = true WHERE webhook_id = ? AND id IN (
                SELECT id FROM event WHERE webhook_id = ? AND NOT given_up AND at < now() - interval '1 day'
                ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
            """;

    private final Database database;
    private final int mostKept;

    /**
     * Takes its parts.
     *
     * @param mostKept how many events a webhook may have, those included that were given up
     */
    EventBounds(Database database, int mostKept) {
        this.database = database;
        this.mostKept = mostKept;
    }

    private record Dropped(int all, int waiting) {}

    /** Gives up what is too old and drops what is too much, the oldest first; how many that waited are delivered no more. */
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
        for (int step = 0; step < MOST_STEPS && more == ROWS_PER_STEP; step++) {
            more = database.update(GIVE_UP_OLD, webhook, webhook, ROWS_PER_STEP);
            givenUp += more;
        }
        return givenUp;
    }

    private int drop(long webhook) {
        Optional<Long> last = database.first(LAST_TOO_MANY, row -> row.getLong(1), webhook, mostKept);
        int waited = 0;
        int more = last.isPresent() ? ROWS_PER_STEP : 0;
        for (int step = 0; step < MOST_STEPS && more == ROWS_PER_STEP; step++) {
            Dropped dropped = drop(webhook, last.orElseThrow());
            more = dropped.all();
            waited += dropped.waiting();
        }
        return waited;
    }

    /** Repeated where it meets a delivery that locks the webhook before its events. */
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
