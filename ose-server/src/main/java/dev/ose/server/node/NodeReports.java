package dev.ose.server.node;

import java.time.Instant;

/** The reports of all nodes, for a day after their last one. Every method blocks on the database. */
public interface NodeReports {

    /**
     * Begins a new run of a node: an earlier order to drain is over.
     *
     * @param name the same for each run of the node
     */
    void begin(String name, String version, NodeReport report);

    /**
     * Records a further report of the run; begins one without an order if the row was deleted meanwhile.
     *
     * @return what the database states at the same time
     */
    Answer report(String name, String version, NodeReport report);

    /** Records an orderly stop. */
    void end(String name);

    /** A node; fails with {@code NotFound}. */
    KnownNode get(String name);

    /**
     * Orders a node to drain, or withdraws the order; repeating either changes nothing.
     *
     * @param by the name of the caller
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}; {@code WrongState} if the node is not
     *     alive or reports nothing
     */
    KnownNode order(String name, boolean isToDrain, String by);

    /**
     * What a report is answered with.
     *
     * @param databaseTime by the database's clock
     */
    record Answer(Instant databaseTime, boolean isToDrain) {}
}
