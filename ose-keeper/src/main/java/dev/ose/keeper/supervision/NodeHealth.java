package dev.ose.keeper.supervision;

import dev.ose.keeper.probe.Health;
import dev.ose.keeper.probe.MemoryWatch;

/** Accumulated health readings of a serving node. Not thread-safe. */
final class NodeHealth {

    static final String WORSE_THAN_IT_SHOULD_BE = "OSE-3204";

    private static final int SILENCES = 3;

    private Health health = new Health.Well();
    private String notice = "";
    private int silences;

    /** Resets the state for a node that begins to serve. */
    void beginAnew() {
        health = new Health.Well();
        silences = 0;
    }

    /** A notice to operators independent of the health; empty for none. */
    void notice(String sentence) {
        notice = sentence.isEmpty() ? "" : " " + sentence;
    }

    String notice() {
        return notice;
    }

    /** Records a reading; returns whether the status changed. A single missed response is no change. */
    boolean look(Health seen) {
        silences = seen instanceof Health.Silent ? silences + 1 : 0;
        boolean isNews = !(seen instanceof Health.Silent) && !seen.equals(health);
        if (isNews) {
            health = seen;
        }
        return isNews;
    }

    /** Records a change of memory pressure. */
    void memory(MemoryWatch.Pressure pressure) {
        notice(pressure == MemoryWatch.Pressure.NONE ? "" : pressure.sentence());
    }

    /** Whether it missed enough consecutive responses to be considered busy or hung. */
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
