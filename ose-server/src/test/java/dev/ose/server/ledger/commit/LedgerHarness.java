package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.ledger.verify.DirtyKeys;
import java.util.Map;

/** The database as the simulation needs it: tables, and time that it can put forward. */
public interface LedgerHarness {

    /** The tables as one committer of a node uses them; the simulation decides which commits fail, and how. */
    LedgerTables tables();

    DirtyKeys dirtyKeys();

    NodeTable nodes();

    /** In how many steps a commit is made: histories are so much longer. */
    default int stepsOfACommit() {
        return 1;
    }

    /** The node's lease ends now. */
    void expire(int node);

    /** One tick of the clock passes. */
    void tick();

    /** So much time passes that no mark is held any more. */
    void outlastHolds();

    /** Whether intents or dirty keys are left. */
    boolean isSettled();

    /** The rows of objects of the simulated bucket. */
    Map<ObjectAddress, ObjectFacts> rows();

    /** The sizes of their older versions, by version ids. */
    Map<ObjectAddress, Map<String, Long>> older();
}
