package dev.ose.server.transfer;

/** A body whose reader is told of bytes while it wants them. */
public abstract class FakeSource implements BodySource {

    private boolean isResumed;
    private Runnable listener = () -> {};

    /** Tells the reader of bytes, if it wants them. */
    protected final void offer() {
        if (isResumed) {
            listener.run();
        }
    }

    @Override
    public final void onReadable(Runnable readable) {
        listener = readable;
    }

    @Override
    public final void resumeReads() {
        isResumed = true;
    }

    @Override
    public final void suspendReads() {
        isResumed = false;
    }
}
