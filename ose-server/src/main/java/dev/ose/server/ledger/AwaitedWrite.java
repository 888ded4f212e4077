package dev.ose.server.ledger;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The steps of one write for a thread that may wait: its intents are durable before it is sent, and what became of it
 * is durable before the caller goes on. If that cannot be made durable, the outcome is unknown, unless the platform did
 * nothing: then the answer is as good without a record of it. Confined to one thread.
 */
public final class AwaitedWrite {

    private final ObjectLedger ledger;
    private final BucketId bucket;
    private final String operation;
    private boolean hasStoredNothing = true;

    /** @param operation the operation's name in S3, for failures */
    public AwaitedWrite(ObjectLedger ledger, BucketId bucket, String operation) {
        this.ledger = ledger;
        this.bucket = bucket;
        this.operation = operation;
    }

    /**
     * Writes to one key. Blocks.
     *
     * @param send sends the write and returns the platform's answer, or throws why there is none
     * @param judge what the answer means for the key
     * @throws FailureException why the write was not sent or not answered, or {@code OutcomeUnknown} if its outcome
     *     cannot be recorded
     */
    public <T> T send(ObjectKey key, Supplier<T> send, Function<T, WriteOutcome> judge) {
        Intent intent = Futures.await(ledger.begin(bucket, key));
        return sendBegun(List.of(intent), send, answer -> {
            WriteOutcome outcome = judge.apply(answer);
            return _ -> outcome;
        });
    }

    /** The same for several keys, each of which has an outcome of its own. */
    public <T> T sendAll(
            Collection<ObjectKey> keys, Supplier<T> send, Function<T, Function<ObjectKey, WriteOutcome>> judge) {
        return sendBegun(Futures.await(ledger.beginAll(bucket, keys)), send, judge);
    }

    /** Whether the write certainly changed nothing: it was not sent, or the platform refused it. */
    public boolean hasStoredNothing() {
        return hasStoredNothing;
    }

    private <T> T sendBegun(
            List<Intent> intents, Supplier<T> send, Function<T, Function<ObjectKey, WriteOutcome>> judge) {
        hasStoredNothing = false;
        T answer;
        try {
            answer = send.get();
        } catch (RuntimeException e) {
            WriteOutcome outcome = WriteOutcome.of(e);
            // What is thrown says that the outcome is unknown, or that nothing was done, recorded or not.
            boolean _ = record(intents, _ -> outcome);
            throw e;
        }
        if (!record(intents, judge.apply(answer)) && !hasStoredNothing) {
            throw new FailureException(new Failure.OutcomeUnknown(operation));
        }
        return answer;
    }

    /** Returns whether the outcomes are durable; if not, the intents remain and the keys are verified later. */
    private boolean record(List<Intent> intents, Function<ObjectKey, WriteOutcome> outcomes) {
        List<CompletableFuture<Void>> records = new ArrayList<>(intents.size());
        boolean isNothing = true;
        for (Intent intent : intents) {
            WriteOutcome outcome = outcomes.apply(intent.key());
            isNothing &= outcome instanceof WriteOutcome.Refused;
            records.add(ledger.complete(intent, outcome));
        }
        hasStoredNothing = isNothing;
        try {
            Futures.await(CompletableFuture.allOf(records.toArray(CompletableFuture[]::new)));
            return true;
        } catch (FailureException unrecorded) {
            return false;
        }
    }
}
