package dev.ose.keeper.supervision;

import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.MemoryWatch;

/** What the looks at a serving node have come to. Not thread-safe. */
final class NodeHealth {

    static final String WORSE_THAN_IT_SHOULD_BE = "OSE-3204";

    private static final int SILENCES = 3;

    private Health health = new Health.Well();
    private String notice = "";
    private int silences;

    /** For a node that begins to serve. */
    void beginAnew() {
        health = new Health.Well();
        silences = 0;
    }

    /** Something that an operator should know whatever the looks say; empty for nothing. */
    void notice(String sentence) {
        notice = sentence.isEmpty() ? "" : " " + sentence;
    }

    String notice() {
        return notice;
    }

    /** Takes note of a look; whether there is anything new to tell. A node that only once does not answer is no news. */
    boolean look(Health seen) {
        silences = seen instanceof Health.Silent ? silences + 1 : 0;
        boolean isNews = !(seen instanceof Health.Silent) && !seen.equals(health);
        if (isNews) {
            health = seen;
        }
        return isNews;
    }

    /** Memory became short, or suffices again. */
    void memory(MemoryWatch.Pressure pressure) {
        notice(pressure == MemoryWatch.Pressure.NONE ? "" : pressure.sentence());
    }

    /** Whether it has not answered so often that it is busy, or hangs. */
    boolean isSilent() {
        return silences >= SILENCES;
    }

    boolean isWell() {
        return health instanceof Health.Well && notice.isEmpty();
    }

    String sentence() {
        String sentence =
                switch (health) {
                    case Health.Well it -> "The node serves.";
                    case Health.Degraded it -> "The node serves, but: " + it.sentence();
                    case Health.Silent it -> it.sentence();
                };
        return sentence + notice;
    }
}
