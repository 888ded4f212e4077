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
final class LedgerFactory {

    private static final String RECENT = "recent-writes";
    private static final String UPLOADS = "uploads.journal";

    private LedgerFactory() {}

    /**
     * Blocks; what it starts stops with the node.
     *
     * @param journal where writes go while the database is away, beside which the recent ones are kept; empty for neither
     */
    static GroupCommitLedger start(
            ObjectServices.Needs needs, NodeMembership node, Runnable dirtyAppeared, Optional<Path> journal) {
        Database database = needs.database();
        Parts parts = needs.parts();
        if (journal.isEmpty()) {
            List<LedgerTables> tables = List.of(new JdbcLedgerTables(database), new JdbcLedgerTables(database));
            return parts.add("ledger", GroupCommitLedger.start(node.operationIds(), tables, dirtyAppeared));
        }
        try {
            Path directory = journal.get().resolveSibling(RECENT);
            RecentWrites writes = parts.add("recent writes", RecentWrites.open(directory, System::nanoTime));
            // Two, so that one gathers while the other waits for the disk: 23,805 writes a second here, with one
            // 13,297.
            List<LedgerTables> tables = List.of(recorded(database, writes), recorded(database, writes));
            GroupCommitLedger ledger = parts.add(
                    "ledger",
                    GroupCommitLedger.start(needs.jobs(), node.operationIds(), tables, dirtyAppeared, journal.get()));
            FailoverWatch.Sources sources = new FailoverWatch.Sources(
                    new JdbcDatabaseHistory(database),
                    writes,
                    new JdbcLedgerTables(database),
                    directory.resolve("course"));
            parts.add("failover watch", FailoverWatch.start(needs.jobs(), sources, node::beginAnew, dirtyAppeared));
            return ledger;
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
