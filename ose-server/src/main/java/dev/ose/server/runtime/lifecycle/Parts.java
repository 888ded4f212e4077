package dev.ose.server.runtime.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a node that must be stopped, in reverse order of their addition. Stops them once, each even if another
 * one fails. Thread-safe.
 */
public final class Parts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final Deque<Part> started = new ArrayDeque<>();
    private boolean closed;

    private record Part(String name, AutoCloseable stop) {}

    /** Adds a started part; if the node is already stopping, the part is stopped at once. */
    public <T extends AutoCloseable> T add(String name, T part) {
        synchronized (started) {
            if (!closed) {
                started.push(new Part(name, part));
                return part;
            }
        }
        stop(new Part(name, part));
        throw new IllegalStateException("the node is stopping");
    }

    /** Blocks until every part has stopped; each bounds its own time. */
    @Override
    public void close() {
        while (true) {
            Part next;
            synchronized (started) {
                closed = true;
                if (started.isEmpty()) {
                    return;
                }
                next = started.pop();
            }
            stop(next);
        }
    }

    // A part may fail in any way; the others must stop all the same.
    private static void stop(Part part) {
        try {
            part.stop().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.atError().addKeyValue("part", part.name()).setCause(e).log("a part of the node did not stop cleanly");
        }
    }
}
