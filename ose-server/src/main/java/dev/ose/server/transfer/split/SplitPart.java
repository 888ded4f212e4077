package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One part of an object, and its requests until the platform has confirmed one. A request that fails is repeated a few
 * times, with pauses. Confined to one I/O thread.
 */
abstract class SplitPart {

    /** Of an answer to a part; more is no answer to it. */
    static final int ANSWER_BYTES = 64 * 1024;

    private static final int MAX_ATTEMPTS = 5;

    /** Before the second attempt; twice as long before each further one. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REFUSED = 300;
    private static final int FAILED = 500;
    private static final int NOT_IMPLEMENTED = 501;

    private final Owner owner;
    private final PartNumber number;
    private int attempts;
    private boolean isInDoubt;
    private boolean isOver;
    private @Nullable Attempt attempt;
    private @Nullable ETag tag;

    /** The object. */
    interface Owner {

        /** The platform has the part. */
        void stored(SplitPart part);

        /** The part cannot be stored. */
        void lost(SplitOutcome why);

        SplitCounters counters();

        /** Reads the platform's answer to its end. */
        void read(BodySource document, int maximumBytes, SmallBody.Reader reader);

        /** Runs the task on the I/O thread after the pause. */
        void later(Duration pause, Runnable task);

        /** The failure if the platform answered with trouble of its own. */
        Failure unreachable();
    }

    SplitPart(Owner owner, PartNumber number) {
        this.owner = owner;
        this.number = number;
    }

    /** Sends the part once more, or for the first time. */
    abstract PlatformCall request(Attempt next);

    /** Whether the platform may have all of the present request. */
    abstract boolean isWhole();

    /** Reads a confirmation, and calls {@link #confirmed} or {@link #lose}. */
    abstract void read(Attempt of, PlatformResponse confirmation);

    /** Returns what was needed for further attempts. */
    void release() {}

    PartNumber number() {
        return number;
    }

    Owner owner() {
        return owner;
    }

    /** Whether a request had all of it and ended without an answer that tells what became of it. */
    boolean isInDoubt() {
        return isInDoubt;
    }

    /** The tag that the platform gave it; only once it is stored. */
    ETag tag() {
        ETag known = tag;
        if (known == null) {
            throw new IllegalStateException("part " + number.value() + " is not stored");
        }
        return known;
    }

    /** Sends it. Call once. */
    void start() {
        attempts++;
        owner.counters().sent(attempts > 1);
        Attempt next = new Attempt();
        attempt = next;
        PlatformCall sent = request(next);
        next.call = sent;
        if (attempt != next) {
            // Ended while it was being sent.
            sent.abort();
        }
    }

    private void sendAgain() {
        if (!isOver) {
            start();
        }
    }

    /** The platform has the part. */
    void confirmed(Attempt of, ETag stated) {
        if (of.isPresent()) {
            tag = stated;
            attempt = null;
            isOver = true;
            release();
            owner.stored(this);
        }
    }

    /** The request has failed. A repetition does not end the doubt: the platform may carry out both, in any order. */
    void lose(Attempt of, Failure why) {
        if (!of.isPresent()) {
            return;
        }
        isInDoubt |= isWhole();
        attempt = null;
        if (why instanceof Failure.Internal || attempts >= MAX_ATTEMPTS) {
            owner.lost(new SplitOutcome.Failed(why));
        } else {
            owner.later(FIRST_PAUSE.multipliedBy(1L << (attempts - 1)), this::sendAgain);
        }
    }

    /** The platform refuses the part. */
    void refuse(Attempt of, int status, byte[] document) {
        if (!of.isPresent()) {
            return;
        }
        if (isDamaged(document)) {
            lose(of, owner.unreachable());
        } else {
            attempt = null;
            owner.lost(new SplitOutcome.Refused(status, document));
        }
    }

    /** Whether other bytes have arrived than were sent: the digest is the node's, so no client can be at fault. */
    private static boolean isDamaged(byte[] document) {
        return PlatformAnswer.find(PlatformAnswer.Failed.class, document)
                .filter(error -> error.code().equals(S3ErrorCode.BAD_DIGEST.code()))
                .isPresent();
    }

    /** Whether the platform has trouble of its own, so that the request may be repeated. */
    static boolean isTrouble(int status) {
        return (status >= FAILED && status != NOT_IMPLEMENTED)
                || status == TOO_MANY_REQUESTS
                || status == REQUEST_TIMEOUT;
    }

    /** Ends its request, if there is one, and returns its memory. */
    void abort() {
        isOver = true;
        Attempt present = attempt;
        if (present != null) {
            isInDoubt |= isWhole();
            attempt = null;
            if (present.call != null) {
                present.call.abort();
            }
        }
        release();
    }

    /** One request with the part. */
    final class Attempt implements PlatformListener {

        private @Nullable PlatformCall call;

        boolean isPresent() {
            return attempt == this;
        }

        @Override
        public void responded(PlatformResponse response) {
            if (!isPresent()) {
                response.body().abort();
                return;
            }
            int status = response.status();
            if (isTrouble(status)) {
                response.body().abort();
                lose(this, owner.unreachable());
            } else if (status >= REFUSED) {
                owner.read(response.body(), ANSWER_BYTES, new Refusal(this, status));
            } else {
                SplitPart.this.read(this, response);
            }
        }

        @Override
        public void failed(Failure failure) {
            // A part that may have been stored is replaced by its repetition.
            lose(this, failure instanceof Failure.OutcomeUnknown ? owner.unreachable() : failure);
        }

        @Override
        public void bodyFailed(IOException cause) {
            lose(this, owner.unreachable());
        }
    }

    private final class Refusal implements SmallBody.Reader {

        private final Attempt of;
        private final int status;

        Refusal(Attempt of, int status) {
            this.of = of;
            this.status = status;
        }

        @Override
        public void read(byte[] document) {
            refuse(of, status, document);
        }

        @Override
        public void tooLarge() {
            read(new byte[0]);
        }

        @Override
        public void broke(IOException cause) {
            read(new byte[0]);
        }
    }
}
