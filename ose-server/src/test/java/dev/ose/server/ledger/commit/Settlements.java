package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Verifications under way. The first round trip locks and looks; the second writes what follows from that, removes the
 * mark and commits. Between the two anything may happen that waits for none of the locks, and the node may die.
 */
final class Settlements {

    private final Random random;
    private final Set<Flaw> flaws;
    private final Supplier<Tables> tables;
    private final IntSupplier clock;
    private final Runnable committed;
    private final List<Settlement> locked = new ArrayList<>();

    /**
     * Creates the verifications of a database.
     *
     * @param tables what is committed at the moment
     * @param clock the ticks by now
     * @param committed called after each commit
     */
    Settlements(Random random, Set<Flaw> flaws, Supplier<Tables> tables, IntSupplier clock, Runnable committed) {
        this.random = random;
        this.flaws = flaws;
        this.tables = tables;
        this.clock = clock;
        this.committed = committed;
    }

    boolean isEmpty() {
        return locked.isEmpty();
    }

    /** The first round trip, after waiting for the mark. */
    void look(DirtyKey key, KeyContent content) {
        release(key.address());
        Tables now = tables.get();
        if (now.marks().isAsClaimed(key)) {
            boolean isOpen = now.hasOpen(key.address()) && !flaws.contains(Flaw.INTENTS_ARE_NOT_WAITED_FOR);
            locked.add(new Settlement(key, content, isOpen, now.rows().folded()));
        }
    }

    /** Another transaction waits for the lock of a mark. */
    void release(ObjectAddress address) {
        release(each -> each.key().address().equals(address));
    }

    /** The applier of the log waits for the lane, or compaction for the bucket. */
    void releaseAll() {
        release(_ -> true);
    }

    private void release(Predicate<Settlement> isAwaited) {
        if (!locked.isEmpty() && !flaws.contains(Flaw.SETTLE_LETS_GO_OF_ITS_LOCKS)) {
            locked.stream().filter(isAwaited).toList().forEach(this::end);
        }
    }

    /** Some come to their second round trip. */
    void tick() {
        for (Settlement each : List.copyOf(locked)) {
            if (random.nextInt(4) == 0) {
                end(each);
            }
        }
    }

    void endAll() {
        List.copyOf(locked).forEach(this::end);
    }

    /** The database fails over. */
    void drop() {
        locked.clear();
    }

    private void end(Settlement ended) {
        locked.remove(ended);
        Tables now = tables.get();
        ObjectAddress address = ended.key().address();
        boolean dies = random.nextInt(6) == 0;
        if (dies && !flaws.contains(Flaw.MARK_IS_REMOVED_BEFORE_THE_ROWS)) {
            return;
        }
        if (!ended.isOpen()) {
            now.marks().clear(ended.key(), clock.getAsInt());
        }
        if (!dies) {
            if (ended.isOpen()) {
                now.rows().grow(address, ended.content().newest(), ended.folded());
            } else {
                now.rows().replace(address, ended.content(), ended.folded());
            }
        }
        committed.run();
    }

    /** What a verification looks at and changes. */
    interface Tables {

        MemoryRows rows();

        MemoryMarks marks();

        /** Whether a write to the key is open. */
        boolean hasOpen(ObjectAddress address);
    }

    /** A verification that has locked the mark, and what it saw. */
    private record Settlement(
            DirtyKey key, KeyContent content, boolean isOpen, Map<ObjectAddress, ObjectFacts> folded) {}
}
