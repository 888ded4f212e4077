package dev.ose.server.upload;

import dev.ose.s3.PartNumber;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Books of uploads that are kept in memory. */
public final class MemoryUploads implements UploadTables {

    private final Map<Upload, Map<PartNumber, Long>> parts = new ConcurrentHashMap<>();

    @Override
    public void apply(Collection<UploadChange> changes) {
        for (UploadChange change : changes) {
            parts.compute(change.upload(), (upload, known) -> {
                Map<PartNumber, Long> now = known == null || change.isEnded() ? new HashMap<>() : new HashMap<>(known);
                now.putAll(change.partBytes());
                return now.isEmpty() ? null : now;
            });
        }
    }

    @Override
    public Map<PartNumber, Long> partBytes(Upload upload) {
        return parts.getOrDefault(upload, Map.of());
    }

    @Override
    public List<Upload> claimUnchecked(Duration age, int limit) {
        return parts.keySet().stream()
                .sorted(Comparator.comparing(upload -> upload.id().value()))
                .limit(limit)
                .toList();
    }

    /** The sizes of all parts by the id of their upload and their number. */
    public Map<String, Long> all() {
        Map<String, Long> all = new HashMap<>();
        parts.forEach((upload, known) ->
                known.forEach((number, size) -> all.put(upload.id().value() + ' ' + number, size)));
        return all;
    }
}
