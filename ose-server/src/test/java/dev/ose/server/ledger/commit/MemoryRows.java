package dev.ose.server.ledger.commit;

import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.verify.KeyContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Objects and their older versions in memory, and what is counted of them. At every moment an object is in exactly one
 * place: in a row, or in the segment without a tombstone. A change is passed what its transaction found in the segment.
 */
final class MemoryRows {

    private final Map<ObjectAddress, ObjectFacts> rows = new HashMap<>();
    private final Map<ObjectAddress, ObjectFacts> segment = new HashMap<>();
    private final Set<ObjectAddress> tombstones = new HashSet<>();
    private final Map<ObjectAddress, Map<String, Long>> older = new HashMap<>();
    private final Set<Flaw> flaws;
    private Usage counted = Usage.NOTHING;
    private int exchanges;

    MemoryRows(Set<Flaw> flaws) {
        this.flaws = flaws;
    }

    MemoryRows copy() {
        MemoryRows copy = new MemoryRows(flaws);
        copy.rows.putAll(rows);
        copy.segment.putAll(segment);
        copy.tombstones.addAll(tombstones);
        older.forEach((address, versions) -> copy.older.put(address, new TreeMap<>(versions)));
        copy.counted = counted;
        copy.exchanges = exchanges;
        return copy;
    }

    /** The objects in the segment. */
    Map<ObjectAddress, ObjectFacts> folded() {
        Map<ObjectAddress, ObjectFacts> found = new HashMap<>(segment);
        found.keySet().removeAll(tombstones);
        return found;
    }

    boolean isFolded(ObjectAddress address) {
        return segment.containsKey(address) && !tombstones.contains(address);
    }

    /** A write with a version id keeps the previous version; one without replaces it. */
    void write(ObjectAddress address, ObjectFacts facts, Map<ObjectAddress, ObjectFacts> folded) {
        List<ObjectFacts> was = takeOut(address, folded);
        Optional.ofNullable(rows.put(address, facts)).ifPresent(was::add);
        count(1, facts.sizeBytes());
        for (ObjectFacts before : was) {
            count(-1, -before.sizeBytes());
            if (facts.versionId() != null
                    && !facts.versionId().equals(before.versionId())
                    && !flaws.contains(Flaw.WHAT_IS_OVERWRITTEN_IS_GONE)) {
                keep(address, before);
            }
        }
    }

    void hide(ObjectAddress address, String marker, Map<ObjectAddress, ObjectFacts> folded) {
        unfold(address, folded);
        @Nullable ObjectFacts before = rows.remove(address);
        keep(address, marker, 0);
        if (before != null) {
            count(-1, -before.sizeBytes());
            if (!flaws.contains(Flaw.WHAT_IS_HIDDEN_IS_GONE)) {
                keep(address, before);
            }
        }
    }

    void delete(ObjectAddress address, Map<ObjectAddress, ObjectFacts> folded) {
        List<ObjectFacts> was = takeOut(address, folded);
        Optional.ofNullable(rows.remove(address)).ifPresent(was::add);
        was.forEach(before -> count(-1, -before.sizeBytes()));
    }

    /** Replaces the known content of the key by what the platform reported. */
    void replace(ObjectAddress address, KeyContent content, Map<ObjectAddress, ObjectFacts> folded) {
        unfold(address, folded);
        content.newest().ifPresentOrElse(found -> write(address, found, Map.of()), () -> delete(address, Map.of()));
        content.older().ifPresent(versions -> {
            Map<String, Long> known = olderOf(address);
            known.values().forEach(size -> countOlder(-1, -size));
            known.clear();
            versions.forEach(each -> keep(address, each.versionId(), each.sizeBytes()));
        });
    }

    /** Applies what the platform reported of the key only if the usage grows by it. */
    void grow(ObjectAddress address, Optional<ObjectFacts> newest, Map<ObjectAddress, ObjectFacts> folded) {
        @Nullable ObjectFacts known = rows.containsKey(address) ? rows.get(address) : folded.get(address);
        newest.filter(found -> known == null || known.sizeBytes() < found.sizeBytes())
                .ifPresent(more -> {
                    unfold(address, folded);
                    write(address, more, Map.of());
                });
    }

    /** Takes an object out of the segment without a row, unless it has left it meanwhile. */
    private List<ObjectFacts> takeOut(ObjectAddress address, Map<ObjectAddress, ObjectFacts> folded) {
        @Nullable ObjectFacts facts = take(address, folded);
        if (facts == null || (tombstones.contains(address) && !flaws.contains(Flaw.FOLDED_IS_TAKEN_OUT_TWICE))) {
            return new ArrayList<>();
        }
        if (!flaws.contains(Flaw.FOLDED_LEAVES_NO_TOMBSTONE)) {
            tombstones.add(address);
        }
        return flaws.contains(Flaw.FOLDED_IS_NOT_COUNTED) ? new ArrayList<>() : new ArrayList<>(List.of(facts));
    }

    /** What was found of an object, at its first change. */
    private @Nullable ObjectFacts take(ObjectAddress address, Map<ObjectAddress, ObjectFacts> folded) {
        boolean isLeft = !folded.containsKey(address) || flaws.contains(Flaw.FOLDED_IS_TAKEN_OUT_TWICE);
        return isLeft ? folded.get(address) : folded.remove(address);
    }

    /** Moves an object from the segment into a row. */
    private void unfold(ObjectAddress address, Map<ObjectAddress, ObjectFacts> folded) {
        @Nullable ObjectFacts facts = take(address, folded);
        if (facts != null) {
            tombstones.add(address);
            rows.putIfAbsent(address, facts);
        }
    }

    /** What a compaction reads, without a lock: some rows and the segment. */
    Read read(Random random) {
        Map<ObjectAddress, ObjectFacts> old = new HashMap<>(rows);
        old.keySet().removeIf(each -> random.nextInt(3) == 0);
        return new Read(old, folded(), tombstones.size(), exchanges);
    }

    /** Replaces what was read, all at once, unless it has changed. */
    void exchange(Read read) {
        boolean isSame = read.exchanges == exchanges
                && read.tombstones == tombstones.size()
                && read.rows.entrySet().stream().allMatch(row -> row.getValue().equals(rows.get(row.getKey())));
        if (isSame || flaws.contains(Flaw.WHAT_HAS_CHANGED_IS_FOLDED)) {
            exchanges++;
            tombstones.clear();
            segment.clear();
            segment.putAll(read.folded);
            segment.putAll(read.rows);
            rows.keySet().removeAll(read.rows.keySet());
        }
    }

    /** Whether each object is in one place, and counted. */
    boolean isSound() {
        return folded().keySet().stream().noneMatch(rows::containsKey)
                && segment.keySet().containsAll(tombstones)
                && counted.equals(usage());
    }

    private Usage usage() {
        Map<ObjectAddress, ObjectFacts> objects = newest();
        return new Usage(
                objects.size(),
                objects.values().stream().mapToLong(ObjectFacts::sizeBytes).sum(),
                0,
                older.values().stream().mapToLong(Map::size).sum(),
                older.values().stream()
                        .flatMap(versions -> versions.values().stream())
                        .mapToLong(Long::longValue)
                        .sum());
    }

    Map<ObjectAddress, ObjectFacts> newest() {
        Map<ObjectAddress, ObjectFacts> newest = folded();
        newest.putAll(rows);
        return newest;
    }

    Map<ObjectAddress, Map<String, Long>> older() {
        older.values().removeIf(Map::isEmpty);
        return Map.copyOf(older);
    }

    private void keep(ObjectAddress address, ObjectFacts version) {
        String id = version.versionId();
        keep(address, id == null ? OlderVersion.NULL : id, version.sizeBytes());
    }

    /** A version that is there stays as it is. */
    private void keep(ObjectAddress address, String id, long sizeBytes) {
        if (olderOf(address).putIfAbsent(id, sizeBytes) == null) {
            countOlder(1, sizeBytes);
        }
    }

    private void count(long objects, long bytes) {
        counted = counted.minus(Usage.ofObjects(-objects, -bytes));
    }

    private void countOlder(long versions, long bytes) {
        counted = counted.minus(new Usage(0, 0, 0, -versions, -bytes));
    }

    private Map<String, Long> olderOf(ObjectAddress address) {
        return older.computeIfAbsent(address, absent -> new TreeMap<>());
    }

    /** The rows and the segment as a compaction read them; the tombstones by number, as it compares them. */
    record Read(
            Map<ObjectAddress, ObjectFacts> rows,
            Map<ObjectAddress, ObjectFacts> folded,
            int tombstones,
            int exchanges) {}
}
