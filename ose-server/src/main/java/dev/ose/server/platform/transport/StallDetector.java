package dev.ose.server.platform.transport;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioIoThread;

/**
 * Periodically checks the time limits of all calls of one I/O thread. One sweep costs less than a timer per request.
 */
final class StallDetector {

    private static final long SWEEP_MILLIS = 250;

    private final Set<UpstreamCall> calls = new LinkedHashSet<>();

    StallDetector(XnioIoThread thread) {
        thread.executeAtInterval(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(UpstreamCall call) {
        calls.add(call);
    }

    void remove(UpstreamCall call) {
        calls.remove(call);
    }

    private void sweep() {
        if (!calls.isEmpty()) {
            long now = System.nanoTime();
            new ArrayList<>(calls).forEach(call -> call.checkTime(now));
        }
    }
}
