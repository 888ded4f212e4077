package dev.ose.keeper.supervision;

import dev.ose.keeper.process.Ending;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a node ended that nobody had told to.
 *
 * @param code stable
 * @param sentence what an operator should know
 */
record Diagnosis(Kind kind, String code, String sentence) {

    /** What is to be done about it. */
    enum Kind {
        /** Nothing helps until somebody changes the configuration. */
        CONFIGURATION,
        /** The database is away; the node is fine and waits for it. */
        DATABASE,
        /** Starting it again may help. */
        CRASH
    }

    static final String CRASHED = "OSE-3201";
    static final String SILENT = "OSE-3202";
    static final String LATE = "OSE-3203";

    private static final int LAST = 5;
    private static final String DATABASE_AWAY = "OSE-1105";

    /** How a node tells why it does not start. */
    private static final Pattern REASON = Pattern.compile("(OSE-1\\d{3}): (.+)");

    /** @param lines the newest that the node wrote; asked for only if the ending leaves it open why it ended */
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

    /** The last line a node writes is the reason; a JVM in trouble may add some of its own. */
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
