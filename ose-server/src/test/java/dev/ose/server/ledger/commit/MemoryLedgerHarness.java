package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The tables in memory: the semantics of the statements without PostgreSQL. Each transaction is atomic. */
final class MemoryLedgerHarness extends MemoryHarness {

    private final Map<Long, Intent> intents = new TreeMap<>();
    private final MemoryMarks dirty;
    private final MemoryRows rows;
    private final Set<Flaw> flaws;
    private final Settlements settlements;
    private final MemoryCompaction compaction;
    private int now;

    MemoryLedgerHarness(long seed, Set<Flaw> flaws) {
        this.flaws = Set.copyOf(flaws);
        this.dirty = new MemoryMarks(this.flaws);
        this.rows = new MemoryRows(this.flaws);
        // Of seeds in a row, the first numbers would be much alike.
        Random random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        this.settlements = new Settlements(random, this.flaws, View::new, () -> now, () -> {});
        this.compaction = new MemoryCompaction(random, settlements, () -> rows);
    }

    @Override
    public LedgerTables tables() {
        return new LedgerTables() {
            @Override
            public void transact(Consumer<Transaction> work) {
                work.accept(new Steps());
            }

            @Override
            public Set<Long> settle(UncontendedBatch change) {
                return MemoryLedgerHarness.this.settle(change);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void tick() {
        now++;
        settlements.tick();
        compaction.tick();
    }

    @Override
    public void outlastHolds() {
        now += 2 * MemoryMarks.HOLD_TICKS;
        settlements.endAll();
    }

    @Override
    public boolean isSettled() {
        return intents.isEmpty() && dirty.isEmpty() && settlements.isEmpty();
    }

    @Override
    public Map<ObjectAddress, ObjectFacts> rows() {
        return rows.newest();
    }

    @Override
    public Map<ObjectAddress, Map<String, Long>> older() {
        return rows.older();
    }

    @Override
    public boolean isSound() {
        return rows.isSound();
    }

    private boolean hasIntent(ObjectAddress address) {
        return intents.values().stream().anyMatch(intent -> intent.address().equals(address));
    }

    private Set<Long> settle(UncontendedBatch change) {
        change.refused().forEach(intent -> intents.remove(intent.operationId()));
        List<Intent> alone = change.ended().stream().filter(this::isAlone).toList();
        for (Intent intent : alone) {
            intents.remove(intent.operationId());
            ObjectFacts facts = change.written().get(intent);
            if (facts == null) {
                rows.delete(intent.address(), Map.of());
            } else {
                rows.write(intent.address(), facts, Map.of());
            }
        }
        change.begun().forEach(intent -> intents.putIfAbsent(intent.operationId(), intent));
        return alone.stream().map(Intent::operationId).collect(Collectors.toSet());
    }

    /** Folded objects are left: they are looked up first. */
    private boolean isAlone(Intent intent) {
        boolean isThere = intents.containsKey(intent.operationId()) || flaws.contains(Flaw.ALONE_WITHOUT_INTENT);
        boolean hasOthers = intents.values().stream()
                .anyMatch(each -> each.address().equals(intent.address()) && !each.equals(intent));
        return isThere
                && !rows.isFolded(intent.address())
                && (!hasOthers || flaws.contains(Flaw.ALONE_BESIDE_OTHERS))
                && (!dirty.has(intent.address()) || flaws.contains(Flaw.ALONE_THOUGH_DIRTY));
    }

    @Override
    public List<DirtyKey> claim(int limit) {
        return dirty.claim(limit, now);
    }

    @Override
    public boolean settle(DirtyKey key, KeyContent content) {
        settlements.look(key, content);
        return false;
    }

    @Override
    public int reap(int limit) {
        List<Intent> abandoned = intents.values().stream()
                .filter(intent -> !nodes.isLeased(OperationIds.nodeOf(intent.operationId())))
                .limit(limit)
                .toList();
        abandoned.forEach(intent -> {
            settlements.release(intent.address());
            intents.remove(intent.operationId());
            dirty.mark(intent.address(), true, now);
        });
        return abandoned.size();
    }

    private final class View implements Settlements.Tables {

        @Override
        public MemoryRows rows() {
            return rows;
        }

        @Override
        public MemoryMarks marks() {
            return dirty;
        }

        @Override
        public boolean hasOpen(ObjectAddress address) {
            return hasIntent(address);
        }
    }

    private final class Steps implements LedgerTables.Transaction {

        private Map<ObjectAddress, ObjectFacts> folded = Map.of();

        @Override
        public LedgerTables.Locked lock(SortedSet<ObjectAddress> addresses) {
            addresses.forEach(settlements::release);
            folded = rows.folded();
            List<Intent> open = new ArrayList<>(intents.values());
            open.removeIf(intent -> !addresses.contains(intent.address()));
            Set<ObjectAddress> marked = new HashSet<>(addresses);
            marked.removeIf(address -> flaws.contains(Flaw.MARKS_ARE_NOT_RENEWED) || !dirty.has(address));
            return new LedgerTables.Locked(open, marked);
        }

        @Override
        public void apply(LedgerChange change) {
            change.dirty().keySet().forEach(settlements::release);
            change.dirty().forEach((address, isHeld) -> dirty.mark(address, isHeld, now));
            change.ended().forEach(intent -> intents.remove(intent.operationId()));
            change.rows().forEach((address, facts) -> rows.write(address, facts, folded));
            change.gone().forEach(address -> rows.delete(address, folded));
            change.hidden().forEach((address, marker) -> rows.hide(address, marker, folded));
        }
    }
}
