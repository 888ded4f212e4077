package dev.ose.server.s3.object;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.form.FormBoundary;
import dev.ose.s3.form.FormHead;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.transfer.BodySource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A streamed form: first its head, then its file as a source of its own. Holds one window of the form, never the file.
 * The file's last byte is withheld until the form ends at the length of {@link #expect}, because the platform was sent
 * that length and must not commit another one.
 */
public final class FormSource implements BodySource {

    /** Holds a head whole. */
    public static final int WINDOW_BYTES = 64 * 1024;

    private static final int FIRST_LOOK_BYTES = 1024;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final BodySource form;
    private final FormBoundary boundary;
    /** From its position to {@code fileEnd} lie bytes of the file, from there to its limit bytes not known yet. */
    private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);

    private long expectedBytes = UNKNOWN;
    private long givenBytes;
    private int fileEnd;
    private boolean isFileOver;
    private boolean isFormOver;

    FormSource(BodySource form, FormBoundary boundary) {
        this.form = form;
        this.boundary = boundary;
    }

    /** The outcome of reading the head: exactly one call. */
    interface HeadReader {

        void read(FormHead head);

        void broke(IOException cause);
    }

    /** Reads up to where the file begins. Call on the form's I/O thread. */
    void readHead(Consumer<Runnable> guard, HeadReader reader) {
        window.clear();
        HeadReading reading = new HeadReading(reader);
        form.onReadable(() -> guard.accept(reading::step));
        reading.step();
    }

    /** Sets the expected length of the file; by default any. */
    void expect(long fileBytes) {
        expectedBytes = fileBytes;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        int start = destination.position();
        while (destination.hasRemaining() && (give(destination) || refill())) {
            // Buffered bytes of the file pass before more is read.
        }
        int given = destination.position() - start;
        return given == 0 && isFormOver && window.position() == fileEnd ? -1 : given;
    }

    /** Hands on what may go; false if nothing may. */
    private boolean give(ByteBuffer destination) throws IOException {
        long allowed = isFormOver || expectedBytes == UNKNOWN ? UNKNOWN : expectedBytes - 1 - givenBytes;
        int count = (int) Math.min(Math.min(fileEnd - window.position(), destination.remaining()), allowed);
        if (count <= 0) {
            return false;
        }
        destination.put(window.slice(window.position(), count));
        window.position(window.position() + count);
        givenBytes += count;
        return true;
    }

    /** Reads more of the form; false if nothing is there now, or nothing more will come. */
    private boolean refill() throws IOException {
        if (isFormOver) {
            return false;
        }
        if (isFileOver) {
            window.limit(fileEnd);
        }
        int keptFile = fileEnd - window.position();
        window.compact();
        int tail = window.position();
        if (!window.hasRemaining()) {
            throw bad("a file of another length than its form leaves room for");
        }
        int count = form.read(window);
        window.flip();
        fileEnd = keptFile;
        if (count < 0) {
            end();
            return true;
        }
        if (!isFileOver) {
            look();
        } else {
            // Bytes after the file are dropped, as S3 ignores them.
            window.limit(tail);
        }
        return count > 0;
    }

    /** Finds out how much of the window is of the file. */
    private void look() {
        int position = window.position();
        FormBoundary.Find find = boundary.find(window.position(Math.max(position, fileEnd)));
        window.position(position);
        fileEnd = find.end();
        isFileOver = find.isDelimiter();
    }

    private void end() throws IOException {
        isFormOver = true;
        if (!isFileOver) {
            throw bad("a form without its end");
        }
        long fileBytes = givenBytes + fileEnd - window.position();
        if (expectedBytes != UNKNOWN && fileBytes != expectedBytes) {
            throw bad("a file of another length than its form leaves room for");
        }
    }

    private static IOException bad(String why) {
        S3Error error = S3Error.of(S3ErrorCode.MALFORMED_POST_REQUEST);
        return new IOException(why, new FailureException(new Failure.Unacceptable(error)));
    }

    @Override
    public void onReadable(Runnable listener) {
        form.onReadable(listener);
    }

    @Override
    public void resumeReads() {
        form.resumeReads();
    }

    @Override
    public void suspendReads() {
        form.suspendReads();
    }

    @Override
    public void abort() {
        form.abort();
    }

    /** Collects bytes until the head is whole. It looks at them each time they have doubled, so at most seven times. */
    private final class HeadReading {

        private final HeadReader reader;
        private int nextLook = FIRST_LOOK_BYTES;
        private boolean isDone;

        HeadReading(HeadReader reader) {
            this.reader = reader;
        }

        void step() {
            while (!isDone) {
                int count;
                try {
                    count = form.read(window);
                } catch (IOException e) {
                    finish();
                    reader.broke(e);
                    return;
                }
                if (count == 0 && window.hasRemaining()) {
                    form.resumeReads();
                    return;
                }
                lookIfDue(count < 0);
            }
        }

        private void lookIfDue(boolean isAtEnd) {
            if (window.position() < nextLook && !isAtEnd) {
                return;
            }
            nextLook = Math.min(WINDOW_BYTES, 2 * window.position());
            FormHead head = lookAtHead();
            if (head == null && isAtEnd) {
                finish();
                throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_POST_REQUEST));
            }
            if (head != null) {
                finish();
                window.flip().position(head.lengthBytes());
                fileEnd = window.position();
                look();
                reader.read(head);
            }
        }

        private @Nullable FormHead lookAtHead() {
            try {
                return FormHead.read(window, boundary);
            } catch (S3ErrorException e) {
                finish();
                throw e;
            }
        }

        private void finish() {
            isDone = true;
            form.suspendReads();
        }
    }
}
