package dev.ose.server.s3.relay;

import dev.ose.s3.error.S3Error;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What a body has to prove to be, piece by piece as it is read. A body that proves bad is told by an {@link
 * IOException} whose cause is a {@link FailureException}.
 */
public interface BodyCheck {

    /**
     * Looks at what lies from {@code start} to the position, and moves what of it belongs to the object to the front of
     * it.
     *
     * @return where that ends
     */
    int take(ByteBuffer buffer, int start) throws IOException;

    /** Says that nothing more comes. */
    void finish() throws IOException;

    /** This check, and then another one of what this one says belongs to the object. */
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

    /** Why a body cannot be read to its end. */
    static IOException bad(S3Error error) {
        return new IOException("the body is bad", new FailureException(new Failure.Unacceptable(error)));
    }
}
