package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import java.io.IOException;
import java.util.function.Supplier;

/** Reads an answer that is a bounded document, and converts it to a value. */
public abstract class DocumentAnswerListener<T> extends AnswerListener<T> {

    private final Supplier<PooledBuffer> buffers;
    private final int maximumBytes;

    /**
     * @param platform the recipient of the request
     * @param buffers lends a buffer; called on I/O threads
     * @param maximumBytes bound of the document
     */
    protected DocumentAnswerListener(Platform platform, Supplier<PooledBuffer> buffers, int maximumBytes) {
        super(platform);
        this.buffers = buffers;
        this.maximumBytes = maximumBytes;
    }

    /** Completes or fails the answer; the body of {@code head} has been read. */
    protected abstract void answered(PlatformResponse head, byte[] body);

    /** The same for a document that exceeds its bound and was not read to its end. */
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
