package dev.ose.server.s3;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Records its calls, in order. */
final class RecordingLedger implements ObjectLedger {

    private final S3TestServer server;

    RecordingLedger(S3TestServer server) {
        this.server = server;
    }

    @Override
    public CompletableFuture<Intent> begin(BucketId bucket, ObjectKey key) {
        if (server.databaseGone) {
            return CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()));
        }
        return server.intentsMayBeDurable.thenApply(durable -> {
            server.ledger.add("begin " + key.value());
            return new Intent(server.ledger.size(), bucket, key);
        });
    }

    @Override
    public CompletableFuture<List<Intent>> beginAll(BucketId bucket, Collection<ObjectKey> keys) {
        return CompletableFuture.completedFuture(
                keys.stream().map(key -> begin(bucket, key).join()).toList());
    }

    @Override
    public CompletableFuture<Void> complete(Intent intent, WriteOutcome outcome) {
        if (server.databaseGone) {
            return CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()));
        }
        String noted = outcome instanceof WriteOutcome.Hidden(var marker)
                ? "Hidden " + marker
                : outcome.getClass().getSimpleName();
        server.ledger.add(noted + ' ' + intent.key().value());
        return CompletableFuture.completedFuture(null);
    }
}
