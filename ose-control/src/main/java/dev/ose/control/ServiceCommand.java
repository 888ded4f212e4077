package dev.ose.control;

/** A command about the node's process, or a diagnostic request. */
public record ServiceCommand(Action action) implements Command {

    /** The requested action. */
    public enum Action {
        /** The status of keeper and node. */
        STATUS,
        /** Starts the node if it does not run, and waits until it serves; also resets the crash-loop back-off. */
        START,
        /** Stops the node until it is started explicitly. */
        STOP,
        /** Stops the node after requests in flight are complete, and starts it again. */
        RESTART,
        /** Reads the configuration again; reports whether it needs a restart of the node. */
        RELOAD,
        /** The stack traces of the node's threads. */
        THREAD_DUMP,
        /** The node's heap by class. */
        HEAP_HISTOGRAM,
        /** Reports on the node's last unexpected ends. */
        CRASHES
    }
}
