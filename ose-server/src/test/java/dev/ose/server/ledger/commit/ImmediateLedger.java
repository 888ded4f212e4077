package dev.ose.server.ledger.commit;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.OperationIds;
import dev.ose.server.ledger.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A ledger without intents: collects completions. */
final class ImmediateLedger implements ObjectLedger {

    private final OperationIds ids;
    private final List<Completion> completions;

    ImmediateLedger(OperationIds ids, List<Completion> completions) {
        this.ids = ids;
        this.completions = completions;
    }

    @Override
    public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
        return CompletableFuture.completedFuture(new Intent(ids.next(), bucket, key));
    }

    @Override
    public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
        return CompletableFuture.completedFuture(
                keys.stream().map(key -> new Intent(ids.next(), bucket, key)).toList());
    }

    @Override
    public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
        completions.add(new Completion(intent, outcome));
        return CompletableFuture.completedFuture(null);
    }
}
