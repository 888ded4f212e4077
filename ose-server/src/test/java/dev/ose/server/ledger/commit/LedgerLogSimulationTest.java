package dev.ose.server.ledger.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.commit.History.Committing;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the histories of {@link LedgerSimulationTest} against a ledger that is a log (decision 0016), with the same
 * options.
 */
class LedgerLogSimulationTest {

    private static final int HISTORIES = Integer.getInteger("ose.simulation.histories", 10_000);
    private static final int MAX_HISTORIES = 20_000;
    private static final Set<LogFlaw> FAILOVER_FLAWS =
            Set.of(LogFlaw.RECENT_WRITES_ARE_NOT_MARKED, LogFlaw.POSITION_OUTLIVES_THE_DATABASE);

    /** Histories that expose these flaws are rare: the search begins shortly before one. */
    private static final Map<Enum<?>, Long> FIRST_SEEDS =
            Map.of(LogFlaw.POSITION_IS_COMMITTED_LAST, 101_900L, Flaw.INTENTS_ARE_NOT_WAITED_FOR, 10_900L);

    /** What happens in addition to lost answers, late commits, killed appliers and nodes. */
    enum Setting {
        PLAIN,
        WITH_JOURNALS,
        WITH_FAILOVERS
    }

    @ParameterizedTest
    @EnumSource
    void appliedLogEqualsThePlatformAfterEveryHistory(Setting setting) {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + HISTORIES; seed++) {
            assertThat(converges(seed, Set.of(), Set.of(), setting))
                    .as("history with -Dose.simulation.seed=%d", seed)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavingOutAPartOfTheProtocolIsNoticed(Flaw flaw) {
        long first = FIRST_SEEDS.getOrDefault(flaw, 0L);
        assertThat(LongStream.range(first, first + MAX_HISTORIES)
                        .anyMatch(seed -> !converges(seed, Set.of(flaw), Set.of(), Setting.PLAIN)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPEN_WRITES_ARE_LEFT_BEHIND")
    void leavingOutAPartOfTheLogIsNoticed(LogFlaw flaw) {
        Setting setting = FAILOVER_FLAWS.contains(flaw) ? Setting.WITH_FAILOVERS : Setting.PLAIN;

        long first = FIRST_SEEDS.getOrDefault(flaw, 0L);
        assertThat(LongStream.range(first, first + MAX_HISTORIES)
                        .anyMatch(seed -> !converges(seed, Set.of(), Set.of(flaw), setting)))
                .isTrue();
    }

    @Test
    void writeOfARenumberedNodeThatDiesIsVerified() {
        assertThat(isMarkedAfterDeath(Set.of())).isTrue();
        assertThat(isMarkedAfterDeath(Set.of(LogFlaw.OPEN_WRITES_ARE_LEFT_BEHIND)))
                .isFalse();
    }

    /** Whether the key of a write is dirty after its node began it, took another number, was verified and died. */
    private static boolean isMarkedAfterDeath(Set<LogFlaw> flaws) {
        LogLedgerHarness world = new LogLedgerHarness(1, Set.of(), flaws, false);
        OperationIds ids = new OperationIds(world.register("a"));
        LogLedger ledger = new LogLedger("a", ids, world, null);
        CompletableFuture<Intent> begun = ledger.begin(new BucketId(1), new ObjectKey("key"));
        step(ledger, world);
        assertThat(begun).isCompleted();

        ids.doubt();
        step(ledger, world);
        for (int round = 0; round < 20; round++) {
            world.outlastHolds();
            world.reap(100);
            world.claim(100).forEach(key -> world.settle(key, KeyContent.NOTHING));
        }
        world.register("a");
        world.reap(100);
        return !world.claim(100).isEmpty();
    }

    private static void step(LogLedger ledger, LogLedgerHarness world) {
        ledger.step(world.tables());
        ledger.step(world.tables());
        world.outlastHolds();
    }

    /** A begin that a standby lacks is lost with its node: only histories without both kinds of events converge. */
    private static boolean converges(long seed, Set<Flaw> flaws, Set<LogFlaw> logFlaws, Setting setting) {
        boolean failsOver = setting == Setting.WITH_FAILOVERS;
        LogLedgerHarness world = new LogLedgerHarness(seed, flaws, logFlaws, failsOver);
        Map<String, MemoryJournal> journals = new HashMap<>();
        Map<String, LogLedger> lives = new HashMap<>();
        History.Maker maker = (node, ids, tables) -> {
            OutageBuffer outage = setting == Setting.WITH_JOURNALS ? outage(node, journals) : null;
            LogLedger ledger = new LogLedger(node, ids, world, outage);
            LogLedger earlier = lives.put(node, ledger);
            if (earlier != null) {
                earlier.die();
            }
            return new Committing(ledger, ledger::step, ledger::isBusy);
        };
        return new History(seed, world, new BucketId(1), maker, !failsOver).converges();
    }

    private static OutageBuffer outage(String node, Map<String, MemoryJournal> journals) {
        long[] seconds = new long[1];
        return new OutageBuffer(
                RecordedJobs.jobs(),
                journals.computeIfAbsent(node, absent -> new MemoryJournal()),
                () -> TimeUnit.SECONDS.toNanos(seconds[0]++));
    }
}
