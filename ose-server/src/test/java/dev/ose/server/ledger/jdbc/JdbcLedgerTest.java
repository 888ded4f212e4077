package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.commit.History;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger of which a write waits for the rows that follow from it. */
class JdbcLedgerTest extends LedgerContract {

    JdbcLedgerTest() {
        super(LedgerKind.TABLES);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsEqualThePlatformAfterEveryHistory(boolean isFolding) {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + HISTORIES; seed++) {
            BucketId bucket = newBucket();
            try (JdbcLedgerHarness world = new JdbcLedgerHarness(database, bucket, isFolding)) {
                History history = new History(seed, world, bucket, History::product);

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
