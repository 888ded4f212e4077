package dev.ose.server.ledger.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.History.Committing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs random histories against the ledger: {@code -Dose.simulation.histories=1000000} for a long run, {@code
 * -Dose.simulation.seed=...} to begin at the seed of a failure.
 */
class LedgerSimulationTest {

    private static final int HISTORIES = Integer.getInteger("ose.simulation.histories", 10_000);
    private static final int MAX_HISTORIES = 20_000;

    /** Histories that expose these flaws are rare: the search begins shortly before one. */
    private static final Map<Flaw, Long> FIRST_SEEDS = Map.of(Flaw.ALONE_WITHOUT_INTENT, 9_100L);

    @Test
    void rowsEqualThePlatformAfterEveryHistory() {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + HISTORIES; seed++) {
            // Keys that are never doubtful reveal other mistakes than those of a node that takes another number.
            History.Maker maker = seed % 2 == 0 ? History::product : History::renumbered;
            assertThat(converges(seed, Set.of(), maker))
                    .as("history with -Dose.simulation.seed=%d", seed)
                    .isTrue();
        }
    }

    @Test
    void rowsEqualThePlatformAfterEveryHistoryWithJournals() {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + HISTORIES; seed++) {
            assertThat(converges(seed, Set.of(), History.withJournals()))
                    .as("history with -Dose.simulation.seed=%d", seed)
                    .isTrue();
        }
    }

    @Test
    void journalThatIsLostIsNoticed() {
        History.Maker forgetful = (node, ids, world) -> History.withJournals().make(node, ids, world);

        assertThat(LongStream.range(0, MAX_HISTORIES).anyMatch(seed -> !converges(seed, Set.of(), forgetful)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOLDED_IS_TAKEN_OUT_TWICE")
    void leavingOutAPartOfTheProtocolIsNoticed(Flaw flaw) {
        long first = FIRST_SEEDS.getOrDefault(flaw, 0L);
        assertThat(LongStream.range(first, first + MAX_HISTORIES)
                        .anyMatch(seed -> !converges(seed, Set.of(flaw), History::product)))
                .isTrue();
    }

    @Test
    void lastUpsertWinsIsNoticed() {
        long diverged = LongStream.range(0, 200)
                .filter(seed -> !converges(seed, Set.of(), (node, ids, world) -> lastUpsertWins(ids)))
                .count();

        assertThat(diverged).isGreaterThan(20);
    }

    private static boolean converges(long seed, Set<Flaw> flaws, History.Maker maker) {
        return new History(seed, new MemoryLedgerHarness(seed, flaws), new BucketId(1), maker).converges();
    }

    /** The naive protocol: writes the row when the platform has answered, regardless of other writes. */
    private static Committing lastUpsertWins(OperationIds ids) {
        List<Completion> waiting = new ArrayList<>();
        return new Committing(
                new ImmediateLedger(ids, waiting),
                tables -> {
                    TreeMap<ObjectAddress, ObjectFacts> rows = new TreeMap<>();
                    TreeSet<ObjectAddress> gone = new TreeSet<>();
                    for (Completion completion : waiting) {
                        rows.remove(completion.address());
                        gone.remove(completion.address());
                        if (completion.outcome() instanceof WriteOutcome.Written(ObjectFacts facts)) {
                            rows.put(completion.address(), facts);
                        } else if (completion.outcome() instanceof WriteOutcome.Deleted) {
                            gone.add(completion.address());
                        }
                    }
                    try {
                        tables.transact(transaction -> transaction.apply(
                                new LedgerChange(new TreeMap<>(), List.of(), rows, gone, new TreeMap<>())));
                        waiting.clear();
                    } catch (RuntimeException again) {
                        assertThat(again).isNotNull();
                    }
                },
                () -> !waiting.isEmpty());
    }
}
