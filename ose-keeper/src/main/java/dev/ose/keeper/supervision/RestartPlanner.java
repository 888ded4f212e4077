package dev.ose.keeper.supervision;

import dev.ose.keeper.supervision.NodeStatus.Phase;
import java.time.Duration;
import java.time.Instant;

/** Plans what follows an unexpected end: the time of the restart, and the status until then. Not thread-safe. */
final class RestartPlanner {

    private static final Duration DATABASE_WAIT = Duration.ofSeconds(5);

    private final RestartPolicy policy = new RestartPolicy();

    /**
     * A planned restart.
     *
     * @param phase until then
     * @param at when another node is started; never in {@code HELD}
     * @param sentence the explanation for operators
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
                        ? " It is in a crash loop and restarts every 5 minutes only; ose service start starts it now."
                        : " It restarts "
                                + (delay.isZero() ? "immediately." : "in " + delay.toMillis() / 1000.0 + " s.");
                yield new Plan(Phase.WAITING, now.plus(delay), diagnosis.sentence() + when);
            }
        };
    }

    /** The operator intervened: earlier crashes no longer count. */
    void forgetCrashes() {
        policy.lift();
    }
}
