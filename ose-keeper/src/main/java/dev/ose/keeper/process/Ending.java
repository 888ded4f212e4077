package dev.ose.keeper.process;

import java.util.OptionalInt;

/**
 * How a process ended.
 *
 * @param exitCode exit code; 128 + n if signal n ended it; absent if unknown
 */
public record Ending(OptionalInt exitCode) {

    /** Exit code of a node that could not start. */
    public static final int COULD_NOT_START = 1;

    /** Exit code of a node whose configuration is wrong. */
    public static final int WRONG_CONFIGURATION = 2;

    /** Exit code of a JVM under {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;

    private static final int SIGNALS = 128;

    /** The process ended, cause unknown. */
    public static final Ending UNSEEN = new Ending(OptionalInt.empty());

    /** Ended with this exit code. */
    public static Ending of(int exitCode) {
        return new Ending(OptionalInt.of(exitCode));
    }

    /** Ended by this signal. */
    public static Ending bySignal(int number) {
        return of(SIGNALS + number);
    }

    /** A clause for messages. */
    public String words() {
        if (exitCode.isEmpty()) {
            return "ended; its exit status is not known";
        }
        int code = exitCode.getAsInt();
        if (code == OUT_OF_MEMORY) {
            return "ran out of memory (exit code 3)";
        }
        return code > SIGNALS ? "was ended by signal " + (code - SIGNALS) : "ended with exit code " + code;
    }
}
