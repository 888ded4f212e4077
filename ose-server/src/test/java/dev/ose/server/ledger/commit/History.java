package dev.ose.server.ledger.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One history: two nodes write to a few keys of a platform that applies each write atomically, while commits fail,
 * answers are lost, leases expire and nodes die. Determined by a seed. After all writes have ended, the rows must equal
 * the content of the platform.
 */
public final class History {

    private static final int STEPS = 120;
    private static final int MAX_WRITES = 14;
    /** A request under way is applied within so many ticks or never. */
    private static final int LATE_TICKS = MemoryMarks.HOLD_TICKS - 5;

    private static final int MAX_ROUNDS = 100;

    private final Random random;
    private final LedgerHarness world;
    private final BucketId bucket;
    private final int keys;
    private final Maker maker;
    private final boolean hasVersions;
    private final boolean isSpread;
    private final SimulatedPlatform platform;
    private final List<Late> late = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private int now;
    private int writes;

    /** Prepares a history on an empty bucket of the world. */
    public History(long seed, LedgerHarness world, BucketId bucket, Maker maker) {
        this(seed, world, bucket, maker, true);
    }

    /**
     * Prepares a history on an empty bucket of the world.
     *
     * @param mayDie whether nodes may die, rather than only lose their leases
     */
    public History(long seed, LedgerHarness world, BucketId bucket, Maker maker, boolean mayDie) {
        this.random = new Random(seed);
        this.world = world;
        this.bucket = bucket;
        this.maker = maker;
        this.keys = 1 + random.nextInt(2);
        this.hasVersions = random.nextBoolean();
        this.platform = new SimulatedPlatform(hasVersions);
        this.isSpread = world.stepsOfACommit() > 1 && random.nextBoolean();
        // A node that counts as dead but lives must not die later: that gap is closed by the periodic sync run.
        nodes.add(new Node("a", mayDie && random.nextBoolean()));
        nodes.add(new Node("b", mayDie && random.nextBoolean()));
    }

    /**
     * The production ledger without threads, which refuses writes while the database is unavailable; only for a world
     * without commits that come late.
     */
    public static Committing product(String node, OperationIds ids, LedgerHarness world) {
        return product(new GroupCommitLedger(ids, () -> {}, 1_000, null));
    }

    private static Committing product(GroupCommitLedger ledger) {
        return new Committing(ledger, ledger::commitNow, () -> {
            GroupCommitLedger.Statistics held = ledger.statistics();
            return held.open() > 0 || held.queued() > 0 || held.journalBytes() > 0;
        });
    }

    /** The same, of a node that takes another number if a commit may still follow that was given up. */
    public static Committing renumbered(String node, OperationIds ids, LedgerHarness world) {
        return renumbered(node, ids, world, null);
    }

    private static Committing renumbered(
            String node, OperationIds ids, LedgerHarness world, @Nullable OutageBuffer outage) {
        GroupCommitLedger ledger = new GroupCommitLedger(ids, () -> {}, 1_000, outage);
        Renumbering renumbering = new Renumbering(node, ids, world, ledger);
        Committing product = product(ledger);
        return new Committing(
                ledger,
                tables -> {
                    renumbering.step();
                    product.commit().accept(tables);
                },
                () -> product.isBusy() || renumbering.isUnderWay());
    }

    /** The production ledger with journals, which outlive the nodes. */
    public static Maker withJournals() {
        Map<String, MemoryJournal> journals = new HashMap<>();
        return (node, ids, world) -> {
            MemoryJournal journal = journals.computeIfAbsent(node, absent -> new MemoryJournal());
            long[] seconds = new long[1];
            OutageBuffer outage =
                    new OutageBuffer(RecordedJobs.jobs(), journal, () -> TimeUnit.SECONDS.toNanos(seconds[0]++));
            return renumbered(node, ids, world, outage);
        };
    }

    /** Creates the ledger of a node's process. */
    public interface Maker {
        Committing make(String node, OperationIds ids, LedgerHarness world);
    }

    /** Runs the history; returns whether it settles and the rows equal the platform then. */
    public boolean converges() {
        for (int step = 0; step < STEPS * world.stepsOfACommit(); step++) {
            now++;
            world.tick();
            applyDue(false);
            step();
        }
        return comesToRest()
                && world.isSound()
                && world.rows().equals(platform.newest())
                && world.older().equals(platform.older());
    }

    /** The objects that the platform holds. */
    public Map<ObjectAddress, ObjectFacts> newest() {
        return platform.newest();
    }

    /** The sizes of their older versions, by version ids. */
    public Map<ObjectAddress, Map<String, Long>> older() {
        return platform.older();
    }

    private void step() {
        Node node = nodes.get(random.nextInt(nodes.size()));
        int dice = random.nextInt(100);
        if (dice < 20) {
            node.begin();
        } else if (dice < 42) {
            node.commit(random.nextInt(100));
        } else if (dice < 58) {
            node.change();
        } else if (dice < 72) {
            node.finish();
        } else if (dice < 80) {
            claim();
        } else if (dice < 87) {
            probe();
        } else if (dice < 95) {
            settle();
        } else if (dice < 97) {
            world.nodes().reap(100);
        } else {
            node.suffer();
        }
    }

    /** If commits take long, some histories spread their writes: otherwise hardly one would be alone. */
    private int mostWritesByNow() {
        return isSpread ? 1 + MAX_WRITES * now / (STEPS * world.stepsOfACommit()) : MAX_WRITES;
    }

    private void claim() {
        List<DirtyKey> claimed = world.dirtyKeys().claim(10);
        if (!claimed.isEmpty()) {
            checks.add(new Check(claimed.get(random.nextInt(claimed.size()))));
        }
    }

    private void probe() {
        pick(checks, check -> !check.isAnswered).ifPresent(check -> {
            check.isAnswered = true;
            check.seen = platform.content(check.key.address());
        });
    }

    private void settle() {
        pick(checks, check -> check.isAnswered).ifPresent(check -> {
            checks.remove(check);
            settle(check.key, Objects.requireNonNull(check.seen));
        });
    }

    private void settle(DirtyKey key, KeyContent content) {
        try {
            world.dirtyKeys().settle(key, content);
        } catch (FailureException unavailable) {
            // The key stays dirty.
            unavailable.failure();
        }
    }

    private void applyDue(boolean all) {
        List<Late> due = new ArrayList<>(late);
        due.removeIf(each -> !all && each.at() > now);
        due.forEach(each -> each.write().apply());
        late.removeAll(due);
    }

    private boolean comesToRest() {
        for (Node node : nodes) {
            node.finishAll();
        }
        applyDue(true);
        while (!checks.isEmpty()) {
            probe();
            settle();
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            world.outlastHolds();
            world.nodes().reap(100);
            nodes.forEach(node -> node.commit(0));
            for (DirtyKey key : world.dirtyKeys().claim(100)) {
                settle(key, platform.content(key.address()));
            }
            if (world.isSettled() && nodes.stream().noneMatch(node -> node.ledger.isBusy())) {
                return true;
            }
        }
        return false;
    }

    private <T> Optional<T> pick(List<T> from, Predicate<T> wanted) {
        List<T> fit = from.stream().filter(wanted).toList();
        return fit.isEmpty() ? Optional.empty() : Optional.of(fit.get(random.nextInt(fit.size())));
    }

    /** A ledger that commits on demand. */
    public record Committing(ObjectLedger ledger, Consumer<LedgerTables> commit, BooleanSupplier busy) {
        boolean isBusy() {
            return busy.getAsBoolean();
        }
    }

    private record Late(int at, Write write) {}

    private static final class Check {
        private final DirtyKey key;
        private boolean isAnswered;
        private @Nullable KeyContent seen;

        Check(DirtyKey key) {
            this.key = key;
        }
    }

    /** One PUT or DELETE, and its state. */
    private final class Write {
        private final ObjectAddress address;
        private final @Nullable ObjectFacts facts;
        private final boolean isSuspended;
        private final boolean isOfAVersion;
        private final int dice = random.nextInt(20);
        private final CompletableFuture<Intent> intent;
        private @Nullable WriteOutcome outcome;

        Write(ObjectLedger ledger) {
            writes++;
            address = new ObjectAddress(bucket, new ObjectKey("key-" + random.nextInt(keys)));
            facts = random.nextInt(3) == 0
                    ? null
                    : new ObjectFacts(writes, "etag-" + writes, Instant.ofEpochSecond(writes), null);
            isSuspended = random.nextInt(6) == 0;
            isOfAVersion = hasVersions && facts == null && random.nextInt(3) == 0;
            intent = ledger.begin(address.bucket(), address.key());
        }

        boolean isBegun() {
            return intent.isDone() && !intent.isCompletedExceptionally();
        }

        /** The outcome that the node derives from the platform's answer. */
        WriteOutcome apply() {
            if (isOfAVersion) {
                platform.deleteVersion(address, dice);
                return new WriteOutcome.Changed();
            }
            if (facts == null) {
                return platform.delete(address, isSuspended)
                        .<WriteOutcome>map(marker -> new WriteOutcome.Hidden(isSuspended || dice == 4 ? null : marker))
                        .orElseGet(WriteOutcome.Deleted::new);
            }
            ObjectFacts stored = platform.put(address, facts, isSuspended);
            if (dice == 4) {
                return new WriteOutcome.Assumed(
                        new ObjectFacts(writes + 1, stored.etag(), stored.modifiedAt(), stored.versionId()));
            }
            return hasVersions && stored.versionId() == null
                    ? new WriteOutcome.Assumed(stored)
                    : new WriteOutcome.Written(stored);
        }

        /** The request reaches the platform; the node may not receive the answer. */
        void change() {
            if (dice == 0) {
                outcome = new WriteOutcome.Refused();
            } else if (dice == 1) {
                outcome = new WriteOutcome.Unknown();
            } else if (dice == 2) {
                outcome = new WriteOutcome.Unknown();
                late.add(new Late(now + random.nextInt(LATE_TICKS), this));
            } else {
                WriteOutcome answered = apply();
                outcome = dice == 3 ? new WriteOutcome.Unknown() : answered;
            }
        }
    }

    /**
     * Tables on which one transaction, counted from 0, is not made or its answer is lost; later transactions are not
     * made.
     */
    private static final class FailingTables implements LedgerTables {
        private final LedgerTables tables;
        private final int failing;
        private final boolean isMade;
        private int transactions;

        FailingTables(LedgerTables tables, int failing, boolean isLost) {
            this.tables = tables;
            this.failing = failing;
            this.isMade = !isLost;
        }

        @Override
        public void transact(Consumer<Transaction> work) {
            run(() -> {
                tables.transact(work);
                return Set.of();
            });
        }

        @Override
        public Set<Long> commit(List<Intent> begun, List<Completion> ended) {
            return run(() -> tables.commit(begun, ended));
        }

        @Override
        public Set<Long> settle(UncontendedBatch change) {
            return tables.settle(change);
        }

        private Set<Long> run(Supplier<Set<Long>> transaction) {
            int number = transactions++;
            boolean fails = failing >= 0 && number >= failing;
            if (fails && (number > failing || !isMade)) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            Set<Long> settled = transaction.get();
            if (fails) {
                throw new FailureException(new Failure.OutcomeUnknown("commit"));
            }
            return settled;
        }

        @Override
        public void close() {}
    }

    /** One node with its successive processes. */
    private final class Node {
        private final String name;
        private final boolean mayDie;
        private final List<Write> open = new ArrayList<>();
        private final List<CompletableFuture<Void>> ends = new ArrayList<>();
        private final LedgerTables tables = world.tables();
        private OperationIds ids;
        private int number;
        private Committing ledger;

        Node(String name, boolean mayDie) {
            this.name = name + "-" + bucket.value();
            this.mayDie = mayDie;
            this.number = world.nodes().register(this.name);
            this.ids = new OperationIds(number);
            this.ledger = maker.make(this.name, ids, world);
        }

        void begin() {
            if (writes < mostWritesByNow()) {
                open.add(new Write(ledger.ledger()));
            }
        }

        void change() {
            pick(open, write -> write.isBegun() && write.outcome == null).ifPresent(Write::change);
        }

        void finish() {
            pick(open, write -> write.outcome != null).ifPresent(this::finish);
        }

        private void finish(Write write) {
            open.remove(write);
            if (write.outcome != null) {
                ends.add(ledger.ledger().complete(write.intent.join(), write.outcome));
            }
        }

        /**
         * Out of a hundred commits six fail and six are made although their answer is lost; four more do so only in a
         * second step.
         */
        void commit(int dice) {
            int failing = dice >= 88 ? 0 : dice >= 84 ? 1 : -1;
            boolean isLost = dice >= 94 || dice == 84 || dice == 85;
            ledger.commit().accept(new FailingTables(tables, failing, isLost));
            open.removeIf(write -> write.intent.isCompletedExceptionally());
        }

        /** Death with everything in memory, or a lease that expires while the node lives on. */
        void suffer() {
            if (mayDie) {
                die();
            } else {
                world.expire(number);
                if (random.nextBoolean()) {
                    world.nodes().reap(100);
                }
                number = world.nodes().register(name);
                ids.moveTo(number);
            }
        }

        private void die() {
            for (Write write : open) {
                if (write.isBegun() && write.outcome == null && random.nextBoolean()) {
                    late.add(new Late(now + random.nextInt(LATE_TICKS), write));
                }
            }
            open.clear();
            ends.clear();
            number = world.nodes().register(name);
            ids = new OperationIds(number);
            ledger = maker.make(name, ids, world);
        }

        void finishAll() {
            for (int round = 0; round < MAX_ROUNDS && (ledger.isBusy() || !open.isEmpty()); round++) {
                commit(0);
                for (Write write : List.copyOf(open)) {
                    if (write.isBegun() && write.outcome == null) {
                        write.change();
                    }
                    if (write.outcome != null) {
                        finish(write);
                    }
                }
            }
            assertThat(open).isEmpty();
            assertThat(ends).allMatch(CompletableFuture::isDone);
        }
    }
}
