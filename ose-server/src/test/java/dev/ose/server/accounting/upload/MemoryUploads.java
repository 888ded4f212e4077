package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Recorded uploads in memory. */
public final class MemoryUploads implements UploadTables {

    private final Map<Upload, Map<PartNumber, NotedPart>> parts = new ConcurrentHashMap<>();
    private final Set<String> unsure = ConcurrentHashMap.newKeySet();

    @Override
    public void apply(Collection<UploadChange> changes) {
        for (UploadChange change : changes) {
            if (change.isUnsure()) {
                unsure.add(change.upload().id().value());
            }
            if (change.isDoubtAlone()) {
                continue;
            }
            parts.compute(change.upload(), (upload, known) -> {
                Map<PartNumber, NotedPart> now =
                        known == null || change.isEnded() ? new HashMap<>() : new HashMap<>(known);
                now.putAll(change.parts());
                return now.isEmpty() && change.isEnded() ? null : now;
            });
        }
    }

    /** Whether changes are refused. */
    volatile boolean isAway;

    /** From now on changes are refused, and reads fail. */
    public void goAway() {
        isAway = true;
    }

    @Override
    public boolean isAway() {
        return isAway;
    }

    @Override
    public Map<PartNumber, NotedPart> parts(Upload upload) {
        if (isAway) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
        return parts.getOrDefault(upload, Map.of());
    }

    /** The sizes of all parts by the id of their upload and their number. */
    public Map<String, Long> all() {
        Map<String, Long> all = new HashMap<>();
        parts.forEach((upload, known) ->
                known.forEach((number, noted) -> all.put(upload.id().value() + ' ' + number, noted.bytes())));
        return all;
    }

    /** The ids of all recorded uploads. */
    public Set<String> ids() {
        return parts.keySet().stream().map(upload -> upload.id().value()).collect(Collectors.toSet());
    }

    /** The ids of those that were in doubt at some time. */
    public Set<String> unsure() {
        return Set.copyOf(unsure);
    }
}
