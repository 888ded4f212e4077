package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.commit.History;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A ledger of which a write waits for its entry in the log. */
class JdbcLogLedgerTest extends LedgerContract {

    /** As many as without a log, in all settings together: each build has other seeds. */
    private static final int EACH = HISTORIES / JdbcLogWorld.Setting.values().length;

    JdbcLogLedgerTest() {
        super(LedgerKind.LOG);
    }

    @ParameterizedTest
    @EnumSource
    void rowsEqualThePlatformAfterEveryHistory(JdbcLogWorld.Setting setting) {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + EACH; seed++) {
            BucketId bucket = newBucket();
            try (JdbcLogWorld world = new JdbcLogWorld(database, bucket, seed, setting)) {
                History history = world.history();

                assertThat(history.converges())
                        .as("history with -Dose.simulation.seed=%d", seed)
                        .isTrue();
                assertThat(world.recorded())
                        .as("counters of the history with -Dose.simulation.seed=%d", seed)
                        .isEqualTo(sum(history));
            }
        }
    }
}
