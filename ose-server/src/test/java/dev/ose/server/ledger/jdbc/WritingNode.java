package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.TestDatabase;
import java.util.List;

/** The stores of a node and its ledger, through which tests write as requests do. */
public final class WritingNode implements AutoCloseable {

    public final StoreFixture stores;

    private final NodeMembership membership;
    private final GroupCommitLedger ledger;

    /** @param name of the node */
    public WritingNode(TestDatabase target, String name) {
        stores = new StoreFixture(target);
        membership = NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(stores.database, "test"), name);
        ledger = GroupCommitLedger.start(
                membership.operationIds(), List.of(new JdbcLedgerTables(stores.database)), () -> {});
    }

    /** Begins a write, and waits until that is recorded. */
    public Intent begin(Bucket bucket, String key) {
        return ledger.begin(bucket.id(), new ObjectKey(key)).join();
    }

    /** Ends a write, and waits until that is recorded. */
    public void complete(Intent intent, WriteOutcome outcome) {
        ledger.complete(intent, outcome).join();
    }

    /** A whole write of an object. */
    public void write(Bucket bucket, String key, ObjectFacts facts) {
        complete(begin(bucket, key), new WriteOutcome.Written(facts));
    }

    /** A whole deletion of an object. */
    public void delete(Bucket bucket, String key) {
        complete(begin(bucket, key), new WriteOutcome.Deleted());
    }

    @Override
    public void close() {
        ledger.close();
        membership.close();
        stores.close();
    }
}
