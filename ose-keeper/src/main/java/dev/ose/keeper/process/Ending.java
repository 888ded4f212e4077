package dev.ose.keeper.process;

import java.util.OptionalInt;

/**
 * How a process ended.
 *
 * @param exitCode what it returned; 128 and more is 128 and the signal that ended it; absent if nobody saw it
 */
public record Ending(OptionalInt exitCode) {

    /** What a node returns that was not able to start. */
    public static final int COULD_NOT_START = 1;

    /** What a node returns whose configuration is wrong. */
    public static final int WRONG_CONFIGURATION = 2;

    /** What a JVM returns that ran out of memory, under {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;

    private static final int SIGNALS = 128;

    /** It ended, and that is all that is known. */
    public static final Ending UNSEEN = new Ending(OptionalInt.empty());

    /** With this code. */
    public static Ending of(int exitCode) {
        return new Ending(OptionalInt.of(exitCode));
    }

    /** By this signal. */
    public static Ending bySignal(int number) {
        return of(SIGNALS + number);
    }

    /** As a part of a sentence. */
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
