package dev.ose.keeper.systemd;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Notifies systemd of the service's state by {@code sd_notify(3)}. Does nothing if the environment does not request it.
 * Not thread-safe.
 */
public final class Notifier {

    private static final long NANOS_PER_MICRO = 1_000;

    private final Optional<DatagramSocket> socket;
    private final Optional<Duration> watchdog;

    private Notifier(Optional<DatagramSocket> socket, Optional<Duration> watchdog) {
        this.socket = socket;
        this.watchdog = watchdog;
    }

    /** For a process with this environment. */
    public static Notifier of(Map<String, String> environment) {
        Optional<DatagramSocket> socket =
                Optional.ofNullable(environment.get("NOTIFY_SOCKET")).flatMap(DatagramSocket::to);
        boolean isForUs = Optional.ofNullable(environment.get("WATCHDOG_PID"))
                .map(Long.toString(ProcessHandle.current().pid())::equals)
                .orElse(true);
        Optional<Duration> watchdog = Optional.ofNullable(environment.get("WATCHDOG_USEC"))
                .filter(text -> isForUs && text.matches("[1-9][0-9]{0,14}"))
                .map(text -> Duration.ofNanos(Long.parseLong(text) * NANOS_PER_MICRO));
        return new Notifier(socket, watchdog);
    }

    /** Maximum interval between calls of {@link #alive}; empty without a watchdog. */
    public Optional<Duration> watchdogInterval() {
        // Half, as sd_watchdog_enabled(3) advises.
        return watchdog.map(whole -> whole.dividedBy(2));
    }

    /** The service is ready. */
    public void ready(String status) {
        send("READY=1\nSTATUS=" + line(status));
    }

    /** Sets the status line. */
    public void status(String status) {
        send("STATUS=" + line(status));
    }

    /** Extends the start's time limit: systemd waits this long from now on. */
    public void extendStart(Duration time) {
        send("EXTEND_TIMEOUT_USEC=" + time.toNanos() / NANOS_PER_MICRO);
    }

    /** Resets the watchdog. */
    public void alive() {
        send("WATCHDOG=1");
    }

    /** The configuration is being reloaded; {@link #ready} follows. */
    public void reloading() {
        // systemd 253 requires the time of CLOCK_MONOTONIC, which System.nanoTime reads on Linux.
        send("RELOADING=1\nMONOTONIC_USEC=" + System.nanoTime() / NANOS_PER_MICRO);
    }

    /** The service is stopping. */
    public void stopping(String status) {
        send("STOPPING=1\nSTATUS=" + line(status));
    }

    private static String line(String text) {
        return text.replace('\n', ' ');
    }

    private void send(String message) {
        socket.ifPresent(to -> to.send(message));
    }
}
