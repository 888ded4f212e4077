package dev.ose.adapter.embedded.store;

import dev.ose.s3.document.LifecycleDocument;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Caches the parsed lifecycle rules of buckets, because every read of an object needs them. Thread-safe. */
public final class LifecycleRules {

    /** If more buckets have rules, some are parsed again. */
    private static final int MAX_BUCKETS = 1000;

    private final Map<Long, Read> byBucket = new ConcurrentHashMap<>();

    private record Read(String document, LifecycleConfiguration rules) {}

    /** The bucket's rules; empty if it has no document. */
    public LifecycleConfiguration of(StoredBucket bucket) {
        String document = bucket.settings().lifecycle();
        if (document == null) {
            return LifecycleConfiguration.NONE;
        }
        Read known = byBucket.get(bucket.id());
        if (known != null && known.document.equals(document)) {
            return known.rules;
        }
        LifecycleConfiguration rules = LifecycleDocument.readKept(document);
        if (byBucket.size() >= MAX_BUCKETS) {
            byBucket.clear();
        }
        byBucket.put(bucket.id(), new Read(document, rules));
        return rules;
    }
}
