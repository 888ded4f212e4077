package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.verify.KeyContent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The rows of objects and of their older versions in memory. */
final class MemoryRows {

    private final Map<ObjectAddress, ObjectFacts> rows = new HashMap<>();
    private final Map<ObjectAddress, Map<String, Long>> older = new HashMap<>();
    private final Set<Flaw> flaws;

    MemoryRows(Set<Flaw> flaws) {
        this.flaws = flaws;
    }

    MemoryRows copy() {
        MemoryRows copy = new MemoryRows(flaws);
        copy.rows.putAll(rows);
        older.forEach((address, versions) -> copy.older.put(address, new TreeMap<>(versions)));
        return copy;
    }

    /** A write with a version id keeps the previous version; one without replaces it. */
    void write(ObjectAddress address, ObjectFacts facts) {
        ObjectFacts before = rows.put(address, facts);
        if (before != null
                && facts.versionId() != null
                && !facts.versionId().equals(before.versionId())
                && !flaws.contains(Flaw.WHAT_IS_OVERWRITTEN_IS_GONE)) {
            keep(address, before);
        }
    }

    void hide(ObjectAddress address, String marker) {
        ObjectFacts before = rows.remove(address);
        olderOf(address).put(marker, 0L);
        if (before != null && !flaws.contains(Flaw.WHAT_IS_HIDDEN_IS_GONE)) {
            keep(address, before);
        }
    }

    void delete(ObjectAddress address) {
        rows.remove(address);
    }

    /** Replaces the known content of the key by what the platform reported. */
    void replace(ObjectAddress address, KeyContent content) {
        content.newest().ifPresentOrElse(found -> write(address, found), () -> rows.remove(address));
        content.older().ifPresent(versions -> {
            olderOf(address).clear();
            versions.forEach(each -> olderOf(address).put(each.versionId(), each.sizeBytes()));
        });
    }

    /** Applies what the platform reported of the key only if the usage grows by it. */
    void grow(ObjectAddress address, Optional<ObjectFacts> newest) {
        newest.filter(found -> !rows.containsKey(address) || rows.get(address).sizeBytes() < found.sizeBytes())
                .ifPresent(more -> write(address, more));
    }

    Map<ObjectAddress, ObjectFacts> newest() {
        return Map.copyOf(rows);
    }

    Map<ObjectAddress, Map<String, Long>> older() {
        older.values().removeIf(Map::isEmpty);
        return Map.copyOf(older);
    }

    private void keep(ObjectAddress address, ObjectFacts version) {
        String id = version.versionId();
        olderOf(address).put(id == null ? OlderVersion.NULL : id, version.sizeBytes());
    }

    private Map<String, Long> olderOf(ObjectAddress address) {
        return older.computeIfAbsent(address, absent -> new TreeMap<>());
    }
}
