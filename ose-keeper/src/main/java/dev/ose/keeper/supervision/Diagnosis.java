package dev.ose.keeper.supervision;

import dev.ose.keeper.process.Ending;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a node ended unexpectedly.
 *
 * @param code stable
 * @param sentence the explanation for operators
 */
record Diagnosis(Kind kind, String code, String sentence) {

    /** The kind of failure, which determines the reaction. */
    enum Kind {
        /** A restart cannot help until the configuration is changed. */
        CONFIGURATION,
        /** The database is unavailable; the node works and waits for it. */
        DATABASE,
        /** A restart may help. */
        CRASH
    }

    static final String CRASHED = "OSE-3201";
    static final String SILENT = "OSE-3202";
    static final String LATE = "OSE-3203";

    private static final int LAST = 5;
    private static final String DATABASE_AWAY = "OSE-1105";

    /** The line by which a node reports why it does not start. */
    private static final Pattern REASON = Pattern.compile("(OSE-1\\d{3}): (.+)");

    /** @param lines the node's newest log lines; read only if the exit code does not explain the end */
    static Diagnosis of(Ending ending, Supplier<List<String>> lines) {
        @Nullable Matcher reason = couldNotStart(ending) ? lastReason(lines.get()) : null;
        if (reason == null) {
            return new Diagnosis(Kind.CRASH, CRASHED, "The node " + ending.words() + ".");
        }
        String code = reason.group(1);
        Kind kind = ending.exitCode().orElse(0) == Ending.WRONG_CONFIGURATION
                ? Kind.CONFIGURATION
                : code.equals(DATABASE_AWAY) ? Kind.DATABASE : Kind.CRASH;
        return new Diagnosis(kind, code, reason.group(2));
    }

    private static boolean couldNotStart(Ending ending) {
        int code = ending.exitCode().orElse(Ending.COULD_NOT_START);
        return code == Ending.COULD_NOT_START || code == Ending.WRONG_CONFIGURATION;
    }

    /** The last line a node writes is the reason; a failing JVM may append lines of its own. */
    private static @Nullable Matcher lastReason(List<String> lines) {
        for (String line : lines.reversed().subList(0, Math.min(LAST, lines.size()))) {
            Matcher matcher = REASON.matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
        }
        return null;
    }
}
