package dev.ose.keeper.probe;

/** What came of asking a node how it is. */
public sealed interface Health {

    /** Everything that was asked was answered as it should. */
    record Well() implements Health {}

    /** The node answers, but something behind it does not do its part; starting it again would change nothing. */
    record Degraded(String sentence) implements Health {}

    /**
     * The node does not answer when it is asked whether it lives, or says that it does not. It may be busy, and it may hang.
     *
     * @param isRefused whether the kernel refuses connections: nothing listens on the port any more, however busy the node is
     */
    record Silent(String sentence, boolean isRefused) implements Health {}
}
