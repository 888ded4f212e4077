package dev.ose.keeper.supervision;

import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.time.Duration;
import java.time.Instant;

/** What follows when a node ended by itself: when another is started, and what is told until then. Not thread-safe. */
final class RestartPlanner {

    private static final Duration DATABASE_WAIT = Duration.ofSeconds(5);

    private final RestartPolicy policy = new RestartPolicy();

    /**
     * What is to be done.
     *
     * @param phase until then
     * @param at when another node is started; never in {@code HELD}
     * @param sentence what an operator should know
     */
    record Plan(Phase phase, Instant at, String sentence) {}

    /** @param served how long the node had served */
    Plan after(Diagnosis diagnosis, Duration served, Instant now) {
        return switch (diagnosis.kind()) {
            case CONFIGURATION -> new Plan(Phase.HELD, now, diagnosis.sentence());
            case DATABASE ->
                new Plan(Phase.WAITING, now.plus(DATABASE_WAIT), "Waits for the database. " + diagnosis.sentence());
            case CRASH -> {
                Duration delay = policy.crashed(now, served);
                String when = policy.isBraked()
                        ? " It crashes in a loop and is started every 5 minutes only; ose service start starts it now."
                        : " It is started again "
                                + (delay.isZero() ? "at once." : "in " + delay.toMillis() / 1000.0 + " s.");
                yield new Plan(Phase.WAITING, now.plus(delay), diagnosis.sentence() + when);
            }
        };
    }

    /** Somebody looked after it: what was before does not count. */
    void forgetCrashes() {
        policy.lift();
    }
}
