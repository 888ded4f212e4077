package dev.ose.server.event;

import dev.ose.s3.document.NotificationConfiguration;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Notification configurations in memory, with any destination. */
public final class MemoryNotifications implements NotificationStore {

    private final Map<BucketId, NotificationConfiguration> rows = new ConcurrentHashMap<>();

    @Override
    public NotificationConfiguration find(Bucket bucket) {
        return rows.getOrDefault(bucket.id(), new NotificationConfiguration(List.of()));
    }

    @Override
    public void replace(Bucket bucket, NotificationConfiguration configuration) {
        rows.put(bucket.id(), configuration);
    }
}
