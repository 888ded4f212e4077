package dev.ose.server.accounting.alert;

import java.util.List;

/**
 * The percentages of a limit at which alerts are raised, ascending; none switches alerts off.
 *
 * @param percent each from 1 to 100, once
 */
public record AlertThresholds(List<Integer> percent) {

    /** How many there may be. */
    public static final int MAX = 10;

    private static final int WHOLE = 100;

    public AlertThresholds {
        percent = percent.stream().sorted().toList();
        if (percent.size() > MAX
                || percent.stream().distinct().count() < percent.size()
                || percent.stream().anyMatch(each -> each < 1 || each > WHOLE)) {
            throw new IllegalArgumentException("thresholds are at most " + MAX + " different numbers from 1 to 100");
        }
    }
}
