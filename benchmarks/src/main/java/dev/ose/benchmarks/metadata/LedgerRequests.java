package dev.ose.benchmarks.metadata;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.AwaitedWrite;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Requests that write, as a node carries them out without the platform. The log is applied after each round of
 * requests, which stands for the applier of a node. Single-threaded.
 */
final class LedgerRequests implements AutoCloseable {

    private static final int CLAIMED = 32;

    private final NodeLedger node;
    private final JdbcDirtyKeys dirty;

    LedgerRequests(Database database) {
        this.node = new NodeLedger(database);
        this.dirty = new JdbcDirtyKeys(database, node.follower());
    }

    static ObjectFacts facts() {
        return new ObjectFacts(1 << 20, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null);
    }

    /** One DeleteObjects of the keys. */
    void deleteMany(BucketId bucket, List<ObjectKey> keys) {
        new AwaitedWrite(node.ledger(), bucket, "DeleteObjects")
                .sendAll(keys, () -> true, _ -> _ -> new WriteOutcome.Deleted());
        node.follower().ofAll();
    }

    /** A request for each key, all at once. */
    void writeAtOnce(BucketId bucket, List<ObjectKey> keys, WriteOutcome outcome) {
        List<Thread> clients = keys.stream()
                .map(key -> Thread.startVirtualThread(
                        () -> new AwaitedWrite(node.ledger(), bucket, "PutObject").send(key, () -> true, _ -> outcome)))
                .toList();
        try {
            for (Thread client : clients) {
                client.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the benchmark is never interrupted", e);
        }
        node.follower().ofAll();
    }

    /** Verifies all marked keys. */
    void verify() {
        List<DirtyKey> claimed = dirty.claim(CLAIMED);
        while (!claimed.isEmpty()) {
            for (DirtyKey key : claimed) {
                if (!dirty.settle(key, KeyContent.of(Optional.of(facts())))) {
                    throw new IllegalStateException(key + " is not settled");
                }
            }
            claimed = dirty.claim(CLAIMED);
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
