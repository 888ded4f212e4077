package dev.ose.adapter.embedded.store;

import dev.ose.s3.document.LifecycleDocument;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lifecycle rules of buckets, read once for each document, since every read of an object asks for them.
 * Thread-safe.
 */
public final class LifecycleRules {

    /** Where more buckets than these have rules, some are read anew. */
    private static final int MOST_BUCKETS = 1000;

    private final Map<Long, Read> byBucket = new ConcurrentHashMap<>();

    private record Read(String document, LifecycleConfiguration rules) {}

    /** The bucket's rules; none where it has no document. */
    public LifecycleConfiguration of(StoredBucket bucket) {
        String document = bucket.lifecycle();
        if (document == null) {
            return LifecycleConfiguration.NONE;
        }
        Read known = byBucket.get(bucket.id());
        if (known != null && known.document.equals(document)) {
            return known.rules;
        }
        LifecycleConfiguration rules = LifecycleDocument.readKept(document);
        if (byBucket.size() >= MOST_BUCKETS) {
            byBucket.clear();
        }
        byBucket.put(bucket.id(), new Read(document, rules));
        return rules;
    }
}
