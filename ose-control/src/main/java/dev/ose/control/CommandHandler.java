package dev.ose.control;

import java.util.function.Consumer;

/** Carries out commands. Called on a thread of the command's own, several at once. */
@FunctionalInterface
public interface CommandHandler {

    /**
     * Blocks until the command is over.
     *
     * @param progress told how it goes; at least once a minute, or the caller gives up. Whether the caller still listens
     *     does not matter to it.
     */
    Event.Outcome handle(Command command, Consumer<Event.Progress> progress);
}
