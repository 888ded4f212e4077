package dev.ose.keeper.supervision;

import java.io.PrintStream;
import java.time.Clock;

/**
 * The keeper's log: one line per change of state. Under systemd a line starts with its priority (sd-daemon(3)),
 * otherwise with the time.
 */
public final class SupervisionJournal {

    private static final int ERROR = 3;
    private static final int WARNING = 4;
    private static final int INFO = 6;

    private final PrintStream out;
    private final boolean isForSystemd;
    private final Clock clock;

    public SupervisionJournal(PrintStream out, boolean isForSystemd, Clock clock) {
        this.out = out;
        this.isForSystemd = isForSystemd;
        this.clock = clock;
    }

    /** The operator must act. */
    public void error(String sentence) {
        line(ERROR, "ERROR", sentence);
    }

    /** Service is degraded. */
    public void warning(String sentence) {
        line(WARNING, "WARN ", sentence);
    }

    /** The state changed. */
    public void info(String sentence) {
        line(INFO, "INFO ", sentence);
    }

    private void line(int priority, String word, String sentence) {
        String text = sentence.replace('\n', ' ');
        out.println(isForSystemd ? "<" + priority + ">" + text : clock.instant() + " " + word + " " + text);
    }
}
