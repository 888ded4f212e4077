package dev.ose.server.ledger.commit;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The writes of this node that began and whose end is not committed: each by the operation id that its caller knows,
 * with its latest intent, which is another one if the write was begun again. Thread-safe.
 */
final class OpenWrites {

    private final OperationIds ids;
    private final int limit;
    private final Map<Long, Intent> latest = new ConcurrentHashMap<>();
    private final Set<Long> givenUp = ConcurrentHashMap.newKeySet();

    OpenWrites(OperationIds ids, int limit) {
        this.ids = ids;
        this.limit = limit;
    }

    int size() {
        return latest.size();
    }

    /** Begins a write to each key, or none if there would be too many. */
    Optional<List<Intent>> begin(BucketId bucket, Collection<ObjectKey> keys) {
        if (latest.size() + keys.size() > limit) {
            return Optional.empty();
        }
        return Optional.of(keys.stream().map(key -> begin(bucket, key)).toList());
    }

    /**
     * If the node takes another number meanwhile, {@link #beginAgain} may have missed the write, which is then
     * begun under the new number at once.
     */
    private Intent begin(BucketId bucket, ObjectKey key) {
        Intent intent;
        do {
            intent = new Intent(ids.next(), bucket, key);
            add(intent);
        } while (!ids.isPresent(intent.operationId()) && latest.remove(intent.operationId(), intent));
        return intent;
    }

    /**
     * Begins the writes again whose latest intent has an earlier node number. Until they are {@linkplain #replace
     * committed} the new intents count as writes of their own.
     */
    List<Again> beginAgain() {
        List<Again> again = new ArrayList<>();
        latest.forEach((operation, intent) -> {
            if (!ids.isPresent(intent.operationId()) && !givenUp.contains(operation)) {
                again.add(new Again(operation, new Intent(ids.next(), intent.bucket(), intent.key())));
            }
        });
        again.forEach(each -> add(each.intent()));
        return again;
    }

    /**
     * Notes that the new intent is committed.
     *
     * @return the end that it needs if the write ended meanwhile, or that of an intent between it and the first
     */
    Optional<Completion> replace(Again again) {
        latest.remove(again.intent().operationId());
        Intent before = latest.replace(again.operation(), again.intent());
        if (before == null) {
            return Optional.of(leftOver(again.intent()));
        }
        return before.operationId() == again.operation() ? Optional.empty() : Optional.of(leftOver(before));
    }

    /** Notes that the write will not happen: it need not be begun again. */
    void giveUp(Intent intent) {
        givenUp.add(intent.operationId());
    }

    /**
     * Forgets a write, because its end is committed or it never began.
     *
     * @return the end that its latest intent needs as well, if it was begun again
     */
    Optional<Completion> end(Intent intent) {
        givenUp.remove(intent.operationId());
        Intent last = latest.remove(intent.operationId());
        return last == null || last.equals(intent) ? Optional.empty() : Optional.of(leftOver(last));
    }

    /** The end of the write itself stands under the id that its caller knows. */
    private Completion leftOver(Intent intent) {
        add(intent);
        return new Completion(intent, new WriteOutcome.Changed());
    }

    private void add(Intent intent) {
        latest.put(intent.operationId(), intent);
    }

    /**
     * A write to be begun again.
     *
     * @param operation the id that its caller knows
     * @param intent the new intent
     */
    record Again(long operation, Intent intent) {}
}
