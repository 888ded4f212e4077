package dev.ose.keeper.process;

import dev.ose.control.ProcessIdentity;

/**
 * A running node.
 *
 * @param launch the name of the launch it came from
 */
public record NodeProcess(String launch, ProcessIdentity identity) {

    public boolean isAlive() {
        return identity.isAlive();
    }

    /** Asks the node to finish what it has begun and to end. */
    public void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    /** Ends the node at once. */
    public void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    /** The handle knows the start of its process too, and signals no other that has the id later. */
    private java.util.Optional<ProcessHandle> handle() {
        return ProcessHandle.of(identity.pid()).filter(handle -> identity.isAlive());
    }
}
