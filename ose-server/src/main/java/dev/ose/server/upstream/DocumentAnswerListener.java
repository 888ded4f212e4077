package dev.ose.server.upstream;

import dev.ose.server.tenancy.Platform;
import dev.ose.server.transfer.AnswerListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.util.function.Supplier;

/** Reads an answer that is a document, small by contract, before it is turned into a value. */
abstract class DocumentAnswerListener<T> extends AnswerListener<T> {

    private final Supplier<PooledBuffer> buffers;
    private final int maximumBytes;

    DocumentAnswerListener(Platform platform, Supplier<PooledBuffer> buffers, int maximumBytes) {
        super(platform);
        this.buffers = buffers;
        this.maximumBytes = maximumBytes;
    }

    /** Says what the answer is, or that it is none. */
    abstract void answered(int status, byte[] body);

    /** The same for a document over its bound, which was not read to its end. */
    void answeredTooMuch() {
        unreachable();
    }

    @Override
    public final void responded(PlatformResponse response) {
        int status = response.status();
        SmallBody.read(response.body(), buffers.get(), maximumBytes, new SmallBody.Reader() {
            @Override
            public void read(byte[] body) {
                answered(status, body);
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
