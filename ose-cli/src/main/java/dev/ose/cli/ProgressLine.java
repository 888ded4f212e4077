package dev.ose.cli;

import dev.ose.control.Event;
import org.jspecify.annotations.Nullable;

/** One line that shows the progress to an operator; prints nothing without a terminal. */
final class ProgressLine implements AutoCloseable {

    private static final int BAR = 20;
    private static final int WIDEST = 78;

    private final Terminal terminal;
    private int shown;

    ProgressLine(Terminal terminal) {
        this.terminal = terminal;
    }

    void show(Event.Progress progress) {
        if (!terminal.isInteractive()) {
            return;
        }
        @Nullable Double fraction = progress.fraction();
        String bar = fraction == null ? "" : bar(Math.clamp(fraction, 0, 1));
        String line = (progress.sentence() + " " + bar).strip();
        print(line.substring(0, Math.min(line.length(), WIDEST)));
    }

    private static String bar(double fraction) {
        int done = (int) (fraction * BAR);
        return "[" + "=".repeat(done) + " ".repeat(BAR - done) + "] " + (int) (fraction * 100) + "%";
    }

    /** Overwrites the previous line; blanks cover a longer one. */
    private void print(String line) {
        terminal.err().print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        terminal.err().flush();
        shown = line.length();
    }

    @Override
    public void close() {
        if (shown > 0) {
            print("");
            terminal.err().print("\r");
            terminal.err().flush();
        }
    }
}
