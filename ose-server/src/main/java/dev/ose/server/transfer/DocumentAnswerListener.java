package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import java.io.IOException;
import java.util.function.Supplier;

/** Reads an answer that is a document, small by contract, before it is turned into a value. */
public abstract class DocumentAnswerListener<T> extends AnswerListener<T> {

    private final Supplier<PooledBuffer> buffers;
    private final int maximumBytes;

    /**
     * Makes a listener.
     *
     * @param platform who is asked
     * @param buffers lends a buffer; called on I/O threads
     * @param maximumBytes bound of the document
     */
    protected DocumentAnswerListener(Platform platform, Supplier<PooledBuffer> buffers, int maximumBytes) {
        super(platform);
        this.buffers = buffers;
        this.maximumBytes = maximumBytes;
    }

    /** Says what the answer is, or that it is none; the body of {@code head} has been read. */
    protected abstract void answered(PlatformResponse head, byte[] body);

    /** The same for a document over its bound, which was not read to its end. */
    protected void answeredTooMuch() {
        unreachable();
    }

    @Override
    public final void responded(PlatformResponse response) {
        SmallBody.read(response.body(), buffers, maximumBytes, new SmallBody.Reader() {
            @Override
            public void read(byte[] body) {
                answered(response, body);
            }

            @Override
            public void tooLarge() {
                response.body().abort();
                answeredTooMuch();
            }

            @Override
            public void broke(IOException cause) {
                unreachable();
            }
        });
    }
}
