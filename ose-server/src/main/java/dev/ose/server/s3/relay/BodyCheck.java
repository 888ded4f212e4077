package dev.ose.server.s3.relay;

import dev.ose.s3.error.S3Error;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Verifies a body piece by piece as it is read. A bad body causes an {@link IOException} whose cause is a {@link
 * FailureException}.
 */
public interface BodyCheck {

    /**
     * Verifies the bytes from {@code start} to the position, and moves the object's bytes among them to {@code start}.
     *
     * @return the end of the object's bytes
     */
    int take(ByteBuffer buffer, int start) throws IOException;

    /** Ends the body. */
    void finish() throws IOException;

    /** This check, followed by another one of its output. */
    default BodyCheck and(BodyCheck next) {
        BodyCheck first = this;
        return new BodyCheck() {
            @Override
            public int take(ByteBuffer buffer, int start) throws IOException {
                int end = first.take(buffer, start);
                return next.take(buffer.duplicate().position(end), start);
            }

            @Override
            public void finish() throws IOException {
                first.finish();
                next.finish();
            }
        };
    }

    /** The exception for a bad body. */
    static IOException bad(S3Error error) {
        return new IOException("the body is bad", new FailureException(new Failure.Unacceptable(error)));
    }
}
