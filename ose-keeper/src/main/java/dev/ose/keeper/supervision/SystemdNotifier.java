package dev.ose.keeper.supervision;

import dev.ose.keeper.supervision.NodeStatus.Phase;
import dev.ose.keeper.systemd.Notifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Notifies systemd: the node's status, and the keeper's watchdog messages. READY is sent once the node is stable,
 * healthy or not, then each new sentence. Not thread-safe.
 */
final class SystemdNotifier {

    private static final Duration EXTENSION = Duration.ofSeconds(60);

    private final Notifier notifier;
    private final Clock clock;
    private boolean isReady;
    private long reportedSerial = -1;
    private Instant nextAlive = Instant.EPOCH;

    SystemdNotifier(Notifier notifier, Clock clock) {
        this.notifier = notifier;
        this.clock = clock;
    }

    /** Must be called more often than systemd's watchdog interval. */
    void report(NodeStatus status) {
        if (status.serial() != reportedSerial) {
            reportedSerial = status.serial();
            if (!isReady && (status.phase().isSettled() || status.phase() == Phase.STOPPING)) {
                isReady = true;
                notifier.ready(status.sentence());
            } else {
                notifier.status(status.sentence());
            }
        }
        Instant now = clock.instant();
        if (!now.isBefore(nextAlive)) {
            if (!isReady) {
                notifier.extendStart(EXTENSION);
            }
            notifier.alive();
            nextAlive = now.plus(notifier.watchdogInterval().orElse(EXTENSION.dividedBy(4)));
        }
    }
}
