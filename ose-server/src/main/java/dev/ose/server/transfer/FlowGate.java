package dev.ose.server.transfer;

/**
 * Limits how much of a body may pass, so that its end can wait for a precondition: a durable intent, a verified
 * checksum. Confined to one I/O thread.
 */
public final class FlowGate {

    private long passableBytes;
    private Runnable listener = () -> {};

    private FlowGate(long passableBytes) {
        this.passableBytes = passableBytes;
    }

    /** A gate without a limit. */
    public static FlowGate open() {
        return new FlowGate(Long.MAX_VALUE);
    }

    /** A gate that lets the first {@code bytes} pass, and neither more nor the end of the body until its release. */
    public static FlowGate closedAfter(long bytes) {
        return new FlowGate(bytes);
    }

    /** Lets everything pass from now on. */
    public void release() {
        if (!isOpen()) {
            passableBytes = Long.MAX_VALUE;
            listener.run();
        }
    }

    /** Whether everything may pass. */
    public boolean isOpen() {
        return passableBytes == Long.MAX_VALUE;
    }

    long passableBytes() {
        return passableBytes;
    }

    void onOpen(Runnable opened) {
        listener = opened;
    }
}
