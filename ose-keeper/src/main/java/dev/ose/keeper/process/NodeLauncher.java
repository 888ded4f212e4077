package dev.ose.keeper.process;

import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Starts node processes, one at a time. Not thread-safe. */
public interface NodeLauncher {

    /**
     * Requests the start of a node and returns at once; {@link #process} or the node's report shows that it runs.
     *
     * @param arguments everything that follows {@code java}
     */
    void start(LaunchTicket launch, List<String> arguments) throws IOException;

    /** The process started last, if the launcher knows it before the node's report. */
    Optional<NodeProcess> process();

    /** The end of the last node; empty while it runs or while the end is not known yet. */
    Optional<Ending> ending();

    /**
     * Whether {@link #ending} will eventually be known for the last node, possibly some time after its process ended.
     */
    boolean reportsEnding();

    /** Cancels a start request that was not served yet. */
    void cancel();

    /**
     * The newest lines that nodes have written so far, at most {@code count}. The supplier may be called on any thread
     * and after another node has started; it blocks for some seconds at most.
     */
    Supplier<List<String>> lastLines(int count);

    /** Whether nodes keep running when the keeper ends. */
    boolean outlivesKeeper();
}
