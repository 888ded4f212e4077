package dev.ose.control;

import java.util.function.Consumer;

/** Performs commands. Called concurrently, each command on a thread of its own. */
@FunctionalInterface
public interface CommandHandler {

    /**
     * Blocks until the command is complete.
     *
     * @param progress must be called at least once a minute, otherwise the caller gives up; may be called after the
     *     caller has disconnected
     */
    Event.Outcome handle(Command command, Consumer<Event.Progress> progress);
}
