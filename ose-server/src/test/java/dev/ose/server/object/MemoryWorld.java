package dev.ose.server.object;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The tables in memory: what the statements mean, without PostgreSQL. Each transaction happens at one moment. */
final class MemoryWorld implements World, DirtyKeys, NodeTable {

    /** Ticks that a mark is held; a request may be under way for less. */
    static final int HOLD_TICKS = 40;

    /** What may be left out of the protocol, to see the simulation notice. */
    enum Flaw {
        MARKS_ARE_NOT_RENEWED,
        INTENTS_ARE_NOT_WAITED_FOR,
        SETTLE_IGNORES_VERSIONS,
        NOTHING_IS_HELD,
        HOLD_IS_LOOKED_AT_LATE,
        ALONE_WITHOUT_INTENT,
        ALONE_BESIDE_OTHERS,
        ALONE_THOUGH_DIRTY,
        WHAT_IS_OVERWRITTEN_IS_GONE,
        WHAT_IS_HIDDEN_IS_GONE
    }

    private final Map<Long, Intent> intents = new TreeMap<>();
    private final Map<ObjectAddress, Mark> dirty = new TreeMap<>();
    private final Map<ObjectAddress, ObjectFacts> rows = new HashMap<>();
    private final Map<ObjectAddress, Map<String, Long>> older = new HashMap<>();
    private final Set<Integer> leased = new HashSet<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Set<Flaw> flaws;
    private int lastNode;
    private long lastVersion;
    private int now;

    MemoryWorld(Set<Flaw> flaws) {
        this.flaws = flaws.isEmpty() ? EnumSet.noneOf(Flaw.class) : EnumSet.copyOf(flaws);
    }

    @Override
    public LedgerTables tables() {
        return new LedgerTables() {
            @Override
            public void transact(Consumer<Transaction> work) {
                work.accept(new Steps());
            }

            @Override
            public Set<Long> settle(PlainChange change) {
                return MemoryWorld.this.settle(change);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public DirtyKeys dirtyKeys() {
        return this;
    }

    @Override
    public NodeTable nodes() {
        return this;
    }

    @Override
    public void expire(int node) {
        leased.remove(node);
    }

    @Override
    public void tick() {
        now++;
    }

    @Override
    public void outlastHolds() {
        now += 2 * HOLD_TICKS;
    }

    @Override
    public boolean isSettled() {
        return intents.isEmpty() && dirty.isEmpty();
    }

    @Override
    public Map<ObjectAddress, ObjectFacts> rows() {
        return Map.copyOf(rows);
    }

    @Override
    public Map<ObjectAddress, Map<String, Long>> older() {
        older.values().removeIf(Map::isEmpty);
        return Map.copyOf(older);
    }

    private void write(ObjectAddress address, ObjectFacts facts) {
        ObjectFacts before = rows.put(address, facts);
        if (before != null
                && facts.versionId() != null
                && !facts.versionId().equals(before.versionId())
                && !flaws.contains(Flaw.WHAT_IS_OVERWRITTEN_IS_GONE)) {
            keep(address, before);
        }
    }

    private void hide(ObjectAddress address, String marker) {
        ObjectFacts before = rows.remove(address);
        olderOf(address).put(marker, 0L);
        if (before != null && !flaws.contains(Flaw.WHAT_IS_HIDDEN_IS_GONE)) {
            keep(address, before);
        }
    }

    private void keep(ObjectAddress address, ObjectFacts version) {
        String id = version.versionId();
        olderOf(address).put(id == null ? OlderVersion.NULL : id, version.sizeBytes());
    }

    private Map<String, Long> olderOf(ObjectAddress address) {
        return older.computeIfAbsent(address, absent -> new TreeMap<>());
    }

    private void mark(ObjectAddress address, boolean held) {
        int holdUntil = held && !flaws.contains(Flaw.NOTHING_IS_HELD) ? now + HOLD_TICKS : now;
        Mark earlier = dirty.get(address);
        dirty.put(
                address,
                earlier == null
                        ? new Mark(firstVersion(), holdUntil)
                        : new Mark(earlier.version() + 1, Math.max(earlier.holdUntil(), holdUntil)));
    }

    private boolean isHeld(Mark mark) {
        return mark.holdUntil() > now;
    }

    /** Far from any version of an earlier life of the mark. */
    private long firstVersion() {
        lastVersion += 1_000_000;
        return lastVersion;
    }

    private boolean hasIntent(ObjectAddress address) {
        return !flaws.contains(Flaw.INTENTS_ARE_NOT_WAITED_FOR)
                && intents.values().stream().anyMatch(intent -> intent.address().equals(address));
    }

    private Set<Long> settle(PlainChange change) {
        change.refused().forEach(intent -> intents.remove(intent.operationId()));
        List<Intent> alone = change.ended().stream().filter(this::isAlone).toList();
        for (Intent intent : alone) {
            intents.remove(intent.operationId());
            ObjectFacts facts = change.written().get(intent);
            if (facts == null) {
                rows.remove(intent.address());
            } else {
                write(intent.address(), facts);
            }
        }
        change.begun().forEach(intent -> intents.putIfAbsent(intent.operationId(), intent));
        return alone.stream().map(Intent::operationId).collect(Collectors.toSet());
    }

    private boolean isAlone(Intent intent) {
        boolean isThere = intents.containsKey(intent.operationId()) || flaws.contains(Flaw.ALONE_WITHOUT_INTENT);
        boolean hasOthers = intents.values().stream()
                .anyMatch(each -> each.address().equals(intent.address()) && !each.equals(intent));
        return isThere
                && (!hasOthers || flaws.contains(Flaw.ALONE_BESIDE_OTHERS))
                && (!dirty.containsKey(intent.address()) || flaws.contains(Flaw.ALONE_THOUGH_DIRTY));
    }

    /** Hands the same key out again and again: claims only spare work, the protocol must not depend on them. */
    @Override
    public List<DirtyKey> claim(int limit) {
        return dirty.entrySet().stream()
                .map(entry -> new DirtyKey(entry.getKey(), entry.getValue().version(), isHeld(entry.getValue())))
                .limit(limit)
                .toList();
    }

    @Override
    public boolean settle(DirtyKey key, KeyContent content) {
        Optional<ObjectFacts> facts = content.newest();
        Mark mark = dirty.get(key.address());
        if (mark == null) {
            return false;
        }
        if (mark.version() != key.version() && !flaws.contains(Flaw.SETTLE_IGNORES_VERSIONS)) {
            return false;
        }
        if (hasIntent(key.address())) {
            facts.filter(found -> !rows.containsKey(key.address())
                            || rows.get(key.address()).sizeBytes() < found.sizeBytes())
                    .ifPresent(more -> write(key.address(), more));
            return false;
        }
        facts.ifPresentOrElse(found -> write(key.address(), found), () -> rows.remove(key.address()));
        content.older().ifPresent(versions -> {
            olderOf(key.address()).clear();
            versions.forEach(each -> olderOf(key.address()).put(each.versionId(), each.sizeBytes()));
        });
        if (flaws.contains(Flaw.HOLD_IS_LOOKED_AT_LATE) ? !isHeld(mark) : !key.held()) {
            dirty.remove(key.address());
        }
        return true;
    }

    @Override
    public void putBack(List<DirtyKey> keys) {
        // A history asks for each key that it claims.
        throw new UnsupportedOperationException();
    }

    @Override
    public void postpone(DirtyKey key) {}

    @Override
    public void refuse(DirtyKey key) {}

    @Override
    public int countRefused() {
        return 0;
    }

    @Override
    public int register(String name) {
        lastNode++;
        Integer earlier = names.put(name, lastNode);
        if (earlier != null) {
            leased.remove(earlier);
        }
        leased.add(lastNode);
        return lastNode;
    }

    @Override
    public boolean renew(int node, boolean isCaughtUp) {
        return leased.contains(node);
    }

    @Override
    public void leave(int node, boolean isCaughtUp) {
        leased.remove(node);
    }

    @Override
    public int reap(int limit) {
        List<Intent> abandoned = intents.values().stream()
                .filter(intent -> !leased.contains(OperationIds.nodeOf(intent.operationId())))
                .limit(limit)
                .toList();
        abandoned.forEach(intent -> {
            intents.remove(intent.operationId());
            mark(intent.address(), true);
        });
        return abandoned.size();
    }

    @Override
    public void forgetGone() {}

    private record Mark(long version, int holdUntil) {}

    private final class Steps implements LedgerTables.Transaction {

        @Override
        public LedgerTables.Locked lock(SortedSet<ObjectAddress> addresses) {
            List<Intent> open = new ArrayList<>(intents.values());
            open.removeIf(intent -> !addresses.contains(intent.address()));
            Set<ObjectAddress> marked = new HashSet<>(addresses);
            marked.retainAll(flaws.contains(Flaw.MARKS_ARE_NOT_RENEWED) ? Set.of() : dirty.keySet());
            return new LedgerTables.Locked(open, marked);
        }

        @Override
        public void apply(LedgerChange change) {
            change.dirty().forEach(MemoryWorld.this::mark);
            change.ended().forEach(intent -> intents.remove(intent.operationId()));
            change.rows().forEach(MemoryWorld.this::write);
            change.gone().forEach(rows::remove);
            change.hidden().forEach(MemoryWorld.this::hide);
        }
    }
}
