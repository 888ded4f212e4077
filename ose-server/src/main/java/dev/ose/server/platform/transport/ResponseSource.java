package dev.ose.server.platform.transport;

import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a platform's answer: records waiting times, reports its end to the call, and can be aborted by the time
 * limit.
 */
final class ResponseSource implements BodySource {

    private final BodySource source;
    private final StallTimer wait;
    private final UpstreamCall call;
    private Runnable listener = () -> {};
    private @Nullable IOException broken;
    private boolean hasReader;
    private boolean ended;

    ResponseSource(BodySource source, StallTimer wait, UpstreamCall call) {
        this.source = source;
        this.wait = wait;
        this.call = call;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        hasReader = true;
        if (broken != null) {
            throw broken;
        }
        if (ended) {
            return -1;
        }
        int read;
        try {
            read = source.read(destination);
        } catch (IOException e) {
            call.responseBroke();
            throw e;
        }
        if (read < 0) {
            ended = true;
            wait.end();
            call.responseEnded();
        }
        return read;
    }

    @Override
    public void onReadable(Runnable readable) {
        hasReader = true;
        listener = readable;
        source.onReadable(() -> {
            wait.end();
            listener.run();
        });
    }

    @Override
    public void resumeReads() {
        if (!ended) {
            wait.begin();
            source.resumeReads();
        }
    }

    @Override
    public void suspendReads() {
        wait.end();
        if (!ended) {
            source.suspendReads();
        }
    }

    @Override
    public void abort() {
        call.abort();
    }

    /** Aborts an unread body. Does not abort one with a reader, because aborting would not call it. */
    void abandon() {
        if (!hasReader) {
            call.abort();
        }
    }

    /** Fails the reader's next read and calls it. */
    void breakOff(IOException cause) {
        broken = cause;
        listener.run();
    }
}
