package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.ledger.verify.KeyContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A platform that applies each write atomically, and in a versioned bucket deletes only explicitly. */
final class SimulatedPlatform {

    private final Map<ObjectAddress, List<Kept>> keys = new HashMap<>();
    private final boolean hasVersions;
    private int lastId;

    SimulatedPlatform(boolean hasVersions) {
        this.hasVersions = hasVersions;
    }

    /** Writes; returns the facts for the client. While versioning is suspended, there is a version without an id. */
    ObjectFacts put(ObjectAddress address, ObjectFacts facts, boolean isSuspended) {
        String id = !hasVersions || isSuspended ? OlderVersion.NULL : nextId();
        ObjectFacts stored = new ObjectFacts(facts.sizeBytes(), facts.etag(), facts.modifiedAt(), id);
        add(address, new Kept(id, stored, facts.modifiedAt()));
        return stored;
    }

    /** Deletes; returns the id of the delete marker, or empty if there is none. */
    Optional<String> delete(ObjectAddress address, boolean isSuspended) {
        if (!hasVersions) {
            keys.remove(address);
            return Optional.empty();
        }
        String id = isSuspended ? OlderVersion.NULL : nextId();
        add(address, new Kept(id, null, Instant.EPOCH));
        return Optional.of(id);
    }

    /** Deletes a version or a marker permanently. */
    void deleteVersion(ObjectAddress address, int number) {
        List<Kept> kept = keys.getOrDefault(address, List.of());
        if (!kept.isEmpty()) {
            kept.remove(number % kept.size());
        }
    }

    private String nextId() {
        lastId++;
        return "v" + lastId;
    }

    private void add(ObjectAddress address, Kept next) {
        List<Kept> kept = keys.computeIfAbsent(address, absent -> new ArrayList<>());
        kept.removeIf(each -> each.id().equals(next.id()));
        kept.add(next);
    }

    /** The answer to a probe of the key. */
    KeyContent content(ObjectAddress address) {
        Optional<ObjectFacts> newest = Optional.ofNullable(newest().get(address));
        if (!hasVersions) {
            return KeyContent.of(newest);
        }
        List<OlderVersion> older = new ArrayList<>();
        for (Kept each : keys.getOrDefault(address, List.of())) {
            if (newest.isEmpty() || !newest.get().equals(each.facts())) {
                older.add(new OlderVersion(each.id(), each.sizeBytes(), each.modifiedAt(), each.facts() == null));
            }
        }
        return new KeyContent(newest, Optional.of(older));
    }

    /** The objects in a listing. */
    Map<ObjectAddress, ObjectFacts> newest() {
        Map<ObjectAddress, ObjectFacts> newest = new HashMap<>();
        keys.forEach((address, kept) -> {
            if (!kept.isEmpty() && kept.getLast().facts() != null) {
                newest.put(address, kept.getLast().facts());
            }
        });
        return newest;
    }

    /** The sizes of everything else, by version ids. */
    Map<ObjectAddress, Map<String, Long>> older() {
        Map<ObjectAddress, Map<String, Long>> older = new HashMap<>();
        for (ObjectAddress address : keys.keySet()) {
            content(address).older().orElse(List.of()).forEach(each -> older.computeIfAbsent(
                            address, absent -> new TreeMap<>())
                    .put(each.versionId(), each.sizeBytes()));
        }
        return older;
    }

    /** A version, or a delete marker, which has no facts. */
    private record Kept(String id, @Nullable ObjectFacts facts, Instant modifiedAt) {

        long sizeBytes() {
            return facts == null ? 0 : facts.sizeBytes();
        }
    }
}
