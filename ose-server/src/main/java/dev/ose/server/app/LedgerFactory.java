package dev.ose.server.app;

import dev.ose.server.accounting.upload.UploadJournal;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.FailoverWatch;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.RecentWriteRecorder;
import dev.ose.server.ledger.jdbc.JdbcDatabaseHistory;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.journal.RecentWrites;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.StartException;
import dev.ose.server.runtime.lifecycle.StartException.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The ledger, and what sees to its writes when the database is away or is another than before. */
record LedgerFactory(GroupCommitLedger ledger, Optional<FailoverWatch> failovers) {

    private static final String RECENT = "recent-writes";
    private static final String UPLOADS = "uploads.journal";

    /**
     * Blocks; what it starts stops with the node.
     *
     * @param journal where writes go while the database is away, beside which the recent ones are kept; empty for neither
     */
    static LedgerFactory start(
            Database database, NodeMembership node, Runnable dirtyAppeared, Optional<Path> journal, Parts parts) {
        if (journal.isEmpty()) {
            List<LedgerTables> tables = List.of(new JdbcLedgerTables(database), new JdbcLedgerTables(database));
            return new LedgerFactory(
                    parts.add("ledger", GroupCommitLedger.start(node.operationIds(), tables, dirtyAppeared)),
                    Optional.empty());
        }
        try {
            Path directory = journal.get().resolveSibling(RECENT);
            RecentWrites writes = parts.add("recent writes", RecentWrites.open(directory, System::nanoTime));
            // Two, so that one gathers while the other waits for the disk: 23,805 writes a second here, with one
            // 13,297.
            List<LedgerTables> tables = List.of(recorded(database, writes), recorded(database, writes));
            GroupCommitLedger ledger = parts.add(
                    "ledger", GroupCommitLedger.start(node.operationIds(), tables, dirtyAppeared, journal.get()));
            FailoverWatch failovers = FailoverWatch.start(
                    new JdbcDatabaseHistory(database),
                    writes,
                    new JdbcLedgerTables(database),
                    directory.resolve("course"),
                    node::beginAnew,
                    dirtyAppeared);
            return new LedgerFactory(ledger, Optional.of(parts.add("failover watch", failovers)));
        } catch (IOException e) {
            throw unusable(journal.get(), e);
        }
    }

    /** Where names of uploads are kept, beside the journal of writes. */
    static UploadTracker.Journal uploadJournal(Path journal, UploadQueue queue, Parts parts) {
        try {
            UploadJournal file = UploadJournal.open(journal.resolveSibling(UPLOADS));
            return new UploadTracker.Journal(parts.add("upload journal", file), queue);
        } catch (IOException e) {
            throw unusable(journal, e);
        }
    }

    private static StartException unusable(Path journal, IOException e) {
        return new StartException(
                Code.DATA_DIRECTORY,
                "The journals beside " + journal + " cannot be used: " + e.getMessage()
                        + ". Make them readable and writable for this user, on a disk with room.",
                e);
    }

    private static LedgerTables recorded(Database database, RecentWrites writes) {
        return new RecentWriteRecorder(new JdbcLedgerTables(database), writes);
    }
}
