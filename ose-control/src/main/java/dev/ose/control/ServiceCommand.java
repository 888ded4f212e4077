package dev.ose.control;

/** Something about the node's process, or a look into it. */
public record ServiceCommand(Action action) implements Command {

    /** What to do. */
    public enum Action {
        /** How keeper and node are. */
        STATUS,
        /** Start the node if it does not run, and wait until it serves; also lifts the brake on a crash loop. */
        START,
        /** End the node and keep it so until it is started. */
        STOP,
        /** End the node, letting requests in flight finish, and start it again. */
        RESTART,
        /** Read the configuration again; tells whether the node must be restarted for it. */
        RELOAD,
        /** The stacks of the node's threads. */
        THREAD_DUMP,
        /** What fills the node's heap, by class. */
        HEAP_HISTOGRAM,
        /** What is known of the last ends of the node that nobody asked for. */
        CRASHES
    }
}
