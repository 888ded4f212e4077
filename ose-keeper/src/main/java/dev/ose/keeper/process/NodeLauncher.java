package dev.ose.keeper.process;

import dev.ose.control.LaunchTicket;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Brings node processes into being, one at a time. Not thread-safe. */
public interface NodeLauncher {

    /**
     * Asks for a node and returns at once; that it runs is known once {@link #process} or its report tells.
     *
     * @param arguments everything that follows {@code java}
     */
    void start(LaunchTicket launch, List<String> arguments) throws IOException;

    /** The process that was started last, where the launcher knows it before the node reports it. */
    Optional<NodeProcess> process();

    /** How the node ended that was there last; nothing while it runs, or as long as that is not known yet. */
    Optional<Ending> ending();

    /** Whether {@link #ending} will be known of the node that was there last, be it some time after its process is over. */
    boolean tellsEnding();

    /** Takes back a request that nobody has followed yet. */
    void cancel();

    /**
     * The newest lines that nodes have written until now; fewer if there are fewer. They may be read when another node writes
     * already, on any thread; that blocks for some seconds at most.
     */
    Supplier<List<String>> lastLines(int count);

    /** Whether nodes go on when the keeper ends. */
    boolean outlivesKeeper();
}
