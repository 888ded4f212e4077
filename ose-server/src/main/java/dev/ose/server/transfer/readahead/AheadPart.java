package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PartBuffer;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One stretch of an answer, and the request that fetches it. Until it is current, it is read into memory; from then on
 * the client's pump reads the rest from the connection. Confined to one I/O thread.
 */
final class AheadPart implements PlatformListener {

    private static final int MAX_ATTEMPTS = 5;

    /** Before the second attempt; twice as long before each further one. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    /** Read before other connections of the thread are served. */
    private static final int YIELD_BYTES = 64 * 1024;

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FAILED = 500;

    private final Fetching fetching;
    private final PartBuffer buffer;
    private final Kind kind;
    private State state;
    private int attempts;
    /** Where the next byte from the connection belongs. */
    private long received;
    /** Where the part ends; may be before {@link #askedEnd}. */
    private long end;
    /** Where the request's range ends. */
    private long askedEnd;

    private boolean isCurrent;
    private @Nullable PlatformCall call;
    private @Nullable BodySource body;

    /** Where the bytes come from. */
    enum Kind {
        /** The answer to the client's own request. */
        FIRST,
        /** A range that is read into memory, for which memory was borrowed. */
        AHEAD,
        /** The rest of the answer, as one stream that nothing is read of before its turn. */
        REST
    }

    private enum State {
        /** No request is under way; the next one will be. */
        PAUSED,
        ASKED,
        FLOWING,
        /** Every byte was received. */
        COMPLETE,
        /** There will be no more bytes. */
        LOST
    }

    /** What parts of one answer share. */
    interface Fetching {

        RangedReads reads();

        VersionPin version();

        ReadAheadCounters counters();

        PartBuffer newBuffer();

        /** The current part may be read. */
        void ready(AheadPart part);

        /** A request failed, and will be repeated. */
        void paused();

        /**
         * The part cannot be fetched.
         *
         * @param isChanged whether the object is there in this version no longer
         */
        void lost(AheadPart part, boolean isChanged);

        /** Runs the task on the I/O thread after the pause. */
        void later(Duration pause, Runnable task);
    }

    private AheadPart(Fetching fetching, Kind kind, long start, long end) {
        this.fetching = fetching;
        this.buffer = fetching.newBuffer();
        this.kind = kind;
        this.state = State.PAUSED;
        this.received = start;
        this.end = end;
        this.askedEnd = end;
    }

    /** The part that the answer to the client's request is, which is never asked for again. */
    static AheadPart first(Fetching fetching, BodySource body, long start, long end) {
        AheadPart part = new AheadPart(fetching, Kind.FIRST, start, end);
        part.state = State.FLOWING;
        part.attempts = MAX_ATTEMPTS;
        part.body = body;
        part.isCurrent = true;
        return part;
    }

    /** A part for which memory was borrowed; not asked for yet. */
    static AheadPart ahead(Fetching fetching, long start, long end) {
        return new AheadPart(fetching, Kind.AHEAD, start, end);
    }

    /** The rest of the answer; not asked for yet. */
    static AheadPart rest(Fetching fetching, long start, long end) {
        return new AheadPart(fetching, Kind.REST, start, end);
    }

    long end() {
        return end;
    }

    /** Moves the end of the part, at most to where its request ends. */
    void endAt(long other) {
        end = other;
    }

    /** Whether memory was borrowed for it. */
    boolean isAhead() {
        return kind == Kind.AHEAD;
    }

    /** Whether its request goes on to this end, and is being answered. */
    boolean flowsTo(long other) {
        return state == State.FLOWING && askedEnd == other;
    }

    /** Whether the platform has shown that it sends this version of the object. */
    boolean isVerified() {
        return state == State.FLOWING || state == State.COMPLETE;
    }

    /** Whether a read returns something at once. */
    boolean hasBytes() {
        return buffer.bytes() > 0;
    }

    /** Sends the request for what is missing. */
    void ask() {
        attempts++;
        state = State.ASKED;
        askedEnd = end;
        call = null;
        ByteRange range = new ByteRange(received, askedEnd - 1);
        fetching.counters().asked(isAhead() ? range.lengthBytes() : 0);
        PlatformCall sent = fetching.reads().read(range, fetching.version().etag(), this);
        if (state == State.ASKED || state == State.FLOWING) {
            call = sent;
        }
    }

    @Override
    public void responded(PlatformResponse response) {
        if (state != State.ASKED) {
            response.body().abort();
            return;
        }
        if (fetching.version().isOf(response, new ByteRange(received, askedEnd - 1))) {
            state = State.FLOWING;
            BodySource answered = response.body();
            body = answered;
            if (isCurrent) {
                answered.onReadable(() -> fetching.ready(this));
                fetching.ready(this);
            } else if (isAhead()) {
                answered.onReadable(this::drain);
                drain();
            }
            return;
        }
        response.body().abort();
        int status = response.status();
        boolean mayPass = status >= FAILED || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT;
        lose(!mayPass);
    }

    @Override
    public void failed(Failure failure) {
        if (state == State.ASKED) {
            lose(false);
        }
    }

    @Override
    public void bodyFailed(IOException cause) {
        if (state == State.ASKED) {
            lose(false);
        }
    }

    private void lose(boolean isChanged) {
        body = null;
        call = null;
        if (received == end) {
            state = State.COMPLETE;
            return;
        }
        if (isChanged || attempts >= MAX_ATTEMPTS) {
            state = State.LOST;
            fetching.lost(this, isChanged);
            return;
        }
        state = State.PAUSED;
        fetching.paused();
        fetching.later(FIRST_PAUSE.multipliedBy(1L << (attempts - 1)), this::askAgain);
    }

    private void askAgain() {
        if (state == State.PAUSED) {
            ask();
        }
    }

    private void drain() {
        BodySource source = body;
        if (state != State.FLOWING || isCurrent || source == null) {
            return;
        }
        int drained = 0;
        while (drained < YIELD_BYTES) {
            int read;
            try {
                read = buffer.fill(source, Long.MAX_VALUE);
            } catch (IOException e) {
                lose(false);
                return;
            }
            if (read == PartBuffer.NO_BUFFER) {
                source.suspendReads();
                return;
            }
            if (read < 0) {
                state = received == end ? State.COMPLETE : state;
                source.suspendReads();
                return;
            }
            if (read == 0) {
                break;
            }
            received += read;
            drained += read;
        }
        source.resumeReads();
    }

    /** Begins to be read by the client's pump. */
    void becomeCurrent() {
        isCurrent = true;
        BodySource source = body;
        if (state == State.FLOWING && source != null) {
            source.suspendReads();
            source.onReadable(() -> fetching.ready(this));
        }
    }

    void onReadable() {
        BodySource source = body;
        if (state == State.FLOWING && source != null) {
            source.onReadable(() -> fetching.ready(this));
        }
    }

    void resumeReads() {
        BodySource source = body;
        if (state == State.FLOWING && source != null) {
            source.resumeReads();
        }
    }

    void suspendReads() {
        BodySource source = body;
        if (state == State.FLOWING && source != null) {
            source.suspendReads();
        }
    }

    /**
     * Reads up to the limit of the destination: first what is in memory, then from the connection.
     *
     * @return bytes read, 0 if there are none now
     * @throws IOException if the client's own request breaks; the failure of a ranged read is reported instead
     */
    int read(ByteBuffer destination) throws IOException {
        if (buffer.bytes() > 0) {
            return buffer.drain(destination);
        }
        BodySource source = body;
        if (state != State.FLOWING || source == null) {
            return 0;
        }
        int read;
        try {
            read = source.read(destination);
        } catch (IOException e) {
            if (kind == Kind.FIRST) {
                throw e;
            }
            lose(false);
            return 0;
        }
        received += Math.max(0, read);
        return Math.max(0, read);
    }

    /**
     * Ends the request once every byte of the part was delivered: the connection goes back to its pool if its range
     * ends here, and is closed otherwise.
     */
    void settle() {
        BodySource source = body;
        if (state == State.FLOWING && source != null) {
            boolean ended = false;
            if (received == askedEnd) {
                try {
                    ended = source.read(ByteBuffer.allocate(1)) < 0;
                } catch (IOException e) {
                    // Every byte was received.
                    ended = true;
                }
            }
            if (!ended) {
                source.abort();
            }
        }
        state = State.COMPLETE;
        body = null;
    }

    /** Ends the request, and discards what was not delivered. */
    void abort() {
        fetching.counters().discarded(buffer.bytes());
        buffer.release();
        PlatformCall sent = call;
        BodySource source = body;
        call = null;
        body = null;
        boolean isUnderWay = state == State.ASKED || state == State.FLOWING;
        state = State.LOST;
        if (isUnderWay && source != null) {
            source.abort();
        } else if (isUnderWay && sent != null) {
            sent.abort();
        }
    }
}
