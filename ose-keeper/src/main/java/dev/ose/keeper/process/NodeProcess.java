package dev.ose.keeper.process;

import dev.ose.control.ProcessIdentity;
import java.util.Optional;

/**
 * A running node.
 *
 * @param launch name of the launch that started it
 */
public record NodeProcess(String launch, ProcessIdentity identity) {

    public boolean isAlive() {
        return identity.isAlive();
    }

    /** Requests a graceful shutdown. */
    public void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    /** Kills the process. */
    public void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    /** The handle includes the process's start time, so that a process that reuses the id is never signalled. */
    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(identity.pid()).filter(handle -> identity.isAlive());
    }
}
