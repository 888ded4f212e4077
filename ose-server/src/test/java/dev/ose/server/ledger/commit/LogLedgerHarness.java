package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A database whose ledger is a log, in memory. Transactions take a number when they begin, become visible in any order,
 * and may do so long after the node has given them up; commits are applied later, by a process that may be killed.
 */
final class LogLedgerHarness extends MemoryHarness {

    private static final int MAX_LAG = 12;
    private static final int MEAN_TICKS_OF_A_DATABASE = 80;

    private final Random random;
    private final Set<LogFlaw> flaws;
    private final SortedMap<Long, List<LogEntry>> log = new TreeMap<>();
    private final SortedMap<Long, Append> underWay = new TreeMap<>();
    /** Transactions under way whose answers are ignored. */
    private final Set<Append> givenUp = new HashSet<>();
    /** Sent by nodes that have given them up, and not yet begun by the database. */
    private final List<List<LogEntry>> delayed = new ArrayList<>();

    private final List<Following> following = new ArrayList<>();
    private final Settlements settlements;
    private final MemoryCompaction compaction;
    private final Deque<Moment> standby = new ArrayDeque<>();
    private final boolean failsOver;
    private final boolean isCalm;
    private final int ticksBehind;

    private AppliedLog applied;
    private long lastTransaction;
    private int failovers;
    private int now;

    /** @param failsOver whether a lagging standby may be promoted once in a while */
    LogLedgerHarness(long seed, Set<Flaw> flaws, Set<LogFlaw> logFlaws, boolean failsOver) {
        this.random = new Random(~seed);
        this.flaws = Set.copyOf(logFlaws);
        this.applied = new AppliedLog(Set.copyOf(flaws));
        this.failsOver = failsOver;
        this.isCalm = random.nextBoolean();
        this.ticksBehind = 1 + random.nextInt(random.nextBoolean() ? 10 : 150);
        this.settlements = new Settlements(random, Set.copyOf(flaws), () -> applied, () -> now, this::replicate);
        this.compaction = new MemoryCompaction(random, settlements, () -> applied.rows());
    }

    boolean has(LogFlaw flaw) {
        return flaws.contains(flaw);
    }

    /** Whether appends do not fail in this history: keys that are never doubtful reveal other mistakes. */
    boolean isCalm() {
        return isCalm;
    }

    /** Begins a transaction that appends entries. */
    Append send(List<LogEntry> entries) {
        lastTransaction++;
        Append append = new Append(lastTransaction, List.copyOf(entries));
        underWay.put(lastTransaction, append);
        return append;
    }

    void commit(Append append) {
        abort(append);
        log.put(append.transaction(), append.entries());
        replicate();
    }

    void abort(Append append) {
        if (!isUnderWay(append)) {
            throw new IllegalStateException("transaction " + append.transaction() + " is not under way");
        }
        givenUp.remove(append);
        underWay.remove(append.transaction());
    }

    /**
     * The node ignores the answer: the database commits the transaction or not, sooner or later, or has not even begun
     * it.
     */
    void giveUp(Append append) {
        if (random.nextInt(3) == 0) {
            abort(append);
            delayed.add(append.entries());
        } else {
            givenUp.add(append);
        }
    }

    /** Whether the database may still commit it; not after a failover, which reuses its number. */
    boolean isUnderWay(Append append) {
        return underWay.get(append.transaction()) == append;
    }

    /** The number of failovers. */
    int failovers() {
        return failovers;
    }

    private void replicate() {
        if (failsOver) {
            standby.addLast(new Moment(new TreeMap<>(log), applied.copy()));
            if (standby.size() > MAX_LAG) {
                standby.removeFirst();
            }
        }
    }

    /** Promotes a standby whose last commit is some commits old. Transactions under way are lost. */
    private void failOver() {
        for (int lost = random.nextInt(standby.size()); lost > 0; lost--) {
            standby.removeLast();
        }
        Moment moment = standby.getLast();
        long position = applied.position();
        log.clear();
        log.putAll(moment.log());
        applied = moment.applied().copy();
        if (flaws.contains(LogFlaw.POSITION_OUTLIVES_THE_DATABASE)) {
            applied.moveTo(position);
        }
        underWay.clear();
        givenUp.clear();
        // What was sent to the old database never reaches the new one.
        delayed.clear();
        following.clear();
        settlements.drop();
        compaction.drop();
        // The standby lacks the numbers that were taken since.
        lastTransaction = Math.max(moment.applied().position(), log.isEmpty() ? 0 : log.lastKey());
        failovers++;
    }

    /** Commits or drops what nodes have given up. */
    private void endGivenUp(boolean all) {
        if (!delayed.isEmpty() && (all || random.nextInt(6) == 0)) {
            delayed.forEach(entries -> commit(send(entries)));
            delayed.clear();
        }
        for (Append append : List.copyOf(givenUp)) {
            if (all || random.nextInt(6) == 0) {
                if (random.nextInt(3) == 0) {
                    abort(append);
                } else {
                    commit(append);
                }
            }
        }
    }

    /** Applies some transactions, at most up to the first under way; may be killed meanwhile. */
    private void applySome(int most, boolean mayBeKilled) {
        long horizon =
                underWay.isEmpty() || flaws.contains(LogFlaw.HORIZON_IS_PASSED) ? Long.MAX_VALUE : underWay.firstKey();
        List<LogEntry> entries = new ArrayList<>();
        long position = applied.position();
        for (Map.Entry<Long, List<LogEntry>> transaction :
                log.subMap(position + 1, Math.max(position + 1, horizon)).entrySet().stream()
                        .limit(most)
                        .toList()) {
            entries.addAll(transaction.getValue());
            position = transaction.getKey();
        }
        if (entries.isEmpty() && position == applied.position()) {
            return;
        }
        settlements.releaseAll();
        AppliedLog next = applied.copy();
        next.apply(
                entries,
                flaws.contains(LogFlaw.PAIRS_OF_A_BATCH_ARE_ALONE) ? AppliedLog.pairs(entries) : Set.of(),
                now);
        if (mayBeKilled && random.nextInt(3) == 0) {
            kill(next, position);
        } else {
            next.moveTo(position);
            applied = next;
        }
        log.headMap(applied.position() + 1).clear();
        replicate();
    }

    private void kill(AppliedLog next, long position) {
        if (flaws.contains(LogFlaw.POSITION_IS_COMMITTED_FIRST)) {
            applied.moveTo(position);
        } else if (flaws.contains(LogFlaw.POSITION_IS_COMMITTED_LAST)) {
            applied = next;
        }
        if (flaws.contains(LogFlaw.OPEN_WRITES_ARE_TRUNCATED)) {
            applied.forgetOpen();
        }
    }

    @Override
    public void tick() {
        now++;
        endGivenUp(false);
        if (random.nextInt(ticksBehind) == 0) {
            applySome(1 + random.nextInt(40), true);
        }
        follow(8);
        settlements.tick();
        if (compaction.tick()) {
            replicate();
        }
        if (!standby.isEmpty() && random.nextInt(MEAN_TICKS_OF_A_DATABASE) == 0) {
            failOver();
        }
    }

    @Override
    public void outlastHolds() {
        now += 2 * MemoryMarks.HOLD_TICKS;
        endGivenUp(true);
        applySome(Integer.MAX_VALUE, false);
        follow(1);
        settlements.endAll();
    }

    @Override
    public boolean isSettled() {
        return delayed.isEmpty()
                && underWay.isEmpty()
                && log.isEmpty()
                && following.isEmpty()
                && settlements.isEmpty()
                && applied.isAtRest();
    }

    @Override
    public LedgerTables tables() {
        return new LedgerTables() {
            @Override
            public void transact(Consumer<Transaction> work) {
                work.accept(new Marking());
            }

            @Override
            public Set<Long> settle(UncontendedBatch change) {
                throw new UnsupportedOperationException("the log takes entries, not changes of rows");
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public int stepsOfACommit() {
        return 2;
    }

    @Override
    public Map<ObjectAddress, ObjectFacts> rows() {
        return applied.rows().newest();
    }

    @Override
    public boolean isSound() {
        return applied.rows().isSound();
    }

    @Override
    public Map<ObjectAddress, Map<String, Long>> older() {
        return applied.rows().older();
    }

    @Override
    public List<DirtyKey> claim(int limit) {
        return applied.marks().claim(limit, now);
    }

    /** The platform's answer counts behind everything that may have come before the probe. */
    @Override
    public boolean settle(DirtyKey key, KeyContent content) {
        if (flaws.contains(LogFlaw.VERIFIED_BESIDE_THE_LOG)) {
            settlements.look(key, content);
        } else {
            following.add(new Following(key, content, lastTransaction));
        }
        return false;
    }

    /** Some verifications apply what is left of before their moment, and look once nothing is; others give up. */
    private void follow(int meanTicks) {
        for (Following each : List.copyOf(following)) {
            if (random.nextInt(meanTicks) == 0) {
                applySome(Integer.MAX_VALUE, meanTicks > 1);
                if (isApplied(each.moment())) {
                    following.remove(each);
                    settlements.look(each.key(), each.content());
                } else if (random.nextInt(20) == 0) {
                    following.remove(each);
                }
            }
        }
    }

    private boolean isApplied(long moment) {
        return (underWay.isEmpty() || underWay.firstKey() > moment) && (log.isEmpty() || log.firstKey() > moment);
    }

    @Override
    public int reap(int limit) {
        settlements.releaseAll();
        return applied.reap(nodes, limit, now);
    }

    /** A transaction that appends entries. Not a record: after a failover another one may have the same components. */
    static final class Append {
        /** Taken at the begin; the place in the log. */
        private final long transaction;

        private final List<LogEntry> entries;

        private Append(long transaction, List<LogEntry> entries) {
            this.transaction = transaction;
            this.entries = entries;
        }

        long transaction() {
            return transaction;
        }

        List<LogEntry> entries() {
            return entries;
        }
    }

    /**
     * A verification that waits until the log is applied.
     *
     * @param moment the last transaction that had begun when it asked
     */
    private record Following(DirtyKey key, KeyContent content, long moment) {}

    private record Moment(SortedMap<Long, List<LogEntry>> log, AppliedLog applied) {}

    /** Marks need no place in the log: a superfluous one costs a probe, and one is cleared only as it was claimed. */
    private final class Marking implements LedgerTables.Transaction {

        @Override
        public LedgerTables.Locked lock(SortedSet<ObjectAddress> addresses) {
            return new LedgerTables.Locked(List.of(), Set.of());
        }

        @Override
        public void apply(LedgerChange change) {
            change.dirty().keySet().forEach(settlements::release);
            change.dirty().forEach((address, isHeld) -> applied.marks().mark(address, isHeld, now));
            replicate();
        }
    }
}
