package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.ledger.verify.DirtyKeys;
import java.util.Map;

/** The database of the simulation: tables, and a clock that the simulation advances. */
public interface LedgerHarness {

    /** The tables as one committer of a node uses them; the simulation decides which commits fail, and how. */
    LedgerTables tables();

    DirtyKeys dirtyKeys();

    NodeTable nodes();

    /** The number of steps of a commit; histories are longer by that factor. */
    default int stepsOfACommit() {
        return 1;
    }

    /** Expires the node's lease. */
    void expire(int node);

    /** Advances the clock by one tick. */
    void tick();

    /** Advances the clock until no mark is held any more. */
    void outlastHolds();

    /** Whether intents or dirty keys are left. */
    boolean isSettled();

    /** The rows of objects of the simulated bucket. */
    Map<ObjectAddress, ObjectFacts> rows();

    /** Whether each object is in one place, and counted, where that is simulated. */
    default boolean isSound() {
        return true;
    }

    /** The sizes of their older versions, by version ids. */
    Map<ObjectAddress, Map<String, Long>> older();
}
