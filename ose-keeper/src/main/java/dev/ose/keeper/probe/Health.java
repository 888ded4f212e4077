package dev.ose.keeper.probe;

/** Result of a health probe. */
public sealed interface Health {

    /** All probes succeeded. */
    record Well() implements Health {}

    /** The node responds, but something behind it fails; a restart would not help. */
    record Degraded(String sentence) implements Health {}

    /**
     * The liveness probe times out or fails. The node may be busy or hang.
     *
     * @param isRefused whether the kernel refuses connections: nothing listens on the port, which load cannot explain
     */
    record Silent(String sentence, boolean isRefused) implements Health {}
}
