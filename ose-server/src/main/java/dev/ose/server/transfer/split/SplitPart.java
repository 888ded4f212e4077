package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PartBuffer;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One part of an upload. It is sent once it is whole, because its digest precedes its bytes. They stay in memory until
 * the platform has confirmed it, so that it can be sent again. Confined to one I/O thread.
 */
final class SplitPart {

    private static final int MAX_ATTEMPTS = 5;

    /** Before the second attempt; twice as long before each further one. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final int REFUSAL_BYTES = 64 * 1024;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REFUSED = 300;
    private static final int FAILED = 500;

    private final Owner owner;
    private final PartNumber number;
    private final long lengthBytes;
    private final PartBuffer buffer;
    private final Digester md5 = Digester.md5();
    private String contentMd5 = "";
    private int attempts;
    private boolean isInDoubt;
    private boolean isOver;
    private @Nullable Attempt attempt;
    private @Nullable ETag tag;

    /** The upload. */
    interface Owner {

        /** Sends the part once more, or for the first time. */
        PlatformCall send(PartRequests.Part part, BodySource source, PlatformListener listener);

        /** The platform has the part, whose memory is free again. */
        void stored(SplitPart part);

        /** The part cannot be stored. */
        void lost(SplitOutcome why);

        PartBuffer newBuffer();

        SplitCounters counters();

        /** Reads the platform's refusal to its end. */
        void read(BodySource document, int maximumBytes, SmallBody.Reader reader);

        /** Runs the task on the I/O thread after the pause. */
        void later(Duration pause, Runnable task);

        /** The failure if the platform answered with trouble of its own. */
        Failure unreachable();
    }

    SplitPart(Owner owner, PartNumber number, long lengthBytes) {
        this.owner = owner;
        this.number = number;
        this.lengthBytes = lengthBytes;
        this.buffer = owner.newBuffer();
    }

    PartNumber number() {
        return number;
    }

    boolean isFull() {
        return buffer.bytes() == lengthBytes;
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

    /** Reads once from the client; returns what {@link PartBuffer#fill} does. */
    int fill(BodySource source) throws IOException {
        return buffer.fill(source, lengthBytes - buffer.bytes(), md5::update);
    }

    /** Sends it. Call once, when it is full. */
    void start() {
        contentMd5 = Base64.getEncoder().encodeToString(md5.value());
        send();
    }

    private void send() {
        attempts++;
        owner.counters().sent(attempts > 1);
        Attempt next = new Attempt();
        attempt = next;
        PlatformCall sent = owner.send(new PartRequests.Part(number, lengthBytes, contentMd5), next, next);
        next.call = sent;
        if (attempt != next) {
            // Ended while it was being sent.
            sent.abort();
        }
    }

    private void sendAgain() {
        if (!isOver) {
            send();
        }
    }

    /** A repetition does not end the doubt: the platform may carry out both, in any order. */
    private void lose(Attempt of, Failure why) {
        isInDoubt |= of.isWhole();
        attempt = null;
        if (why instanceof Failure.Internal || attempts >= MAX_ATTEMPTS) {
            owner.lost(new SplitOutcome.Failed(why));
        } else {
            owner.later(FIRST_PAUSE.multipliedBy(1L << (attempts - 1)), this::sendAgain);
        }
    }

    /** Ends its request, if there is one, and returns its memory. */
    void abort() {
        isOver = true;
        Attempt present = attempt;
        attempt = null;
        if (present != null) {
            isInDoubt |= present.isWhole();
            if (present.call != null) {
                present.call.abort();
            }
        }
        buffer.release();
    }

    /** One request with the part, and the part as its body. */
    private final class Attempt implements BodySource, PlatformListener {

        private @Nullable PlatformCall call;
        private long sentBytes;
        private Runnable listener = () -> {};

        private boolean isPresent() {
            return attempt == this;
        }

        /** Whether the platform may have all of the part. */
        private boolean isWhole() {
            return sentBytes == lengthBytes;
        }

        @Override
        public int read(ByteBuffer destination) throws IOException {
            if (!isPresent()) {
                throw new IOException("the part is not sent any more");
            }
            if (isWhole()) {
                return -1;
            }
            int count = buffer.copy(sentBytes, destination);
            sentBytes += count;
            return count;
        }

        @Override
        public void onReadable(Runnable readable) {
            listener = readable;
        }

        @Override
        public void resumeReads() {
            if (isPresent()) {
                listener.run();
            }
        }

        @Override
        public void suspendReads() {}

        @Override
        public boolean hasBytes() {
            return true;
        }

        @Override
        public void abort() {}

        @Override
        public void responded(PlatformResponse response) {
            if (!isPresent()) {
                response.body().abort();
                return;
            }
            int status = response.status();
            if (status >= FAILED || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT) {
                response.body().abort();
                lose(this, owner.unreachable());
            } else if (status >= REFUSED) {
                owner.read(response.body(), REFUSAL_BYTES, new Refusal(this, status));
            } else {
                stored(response);
            }
        }

        private void stored(PlatformResponse response) {
            Optional<ETag> stated =
                    response.headers("etag").stream().findFirst().flatMap(ETag::parse);
            if (stated.isEmpty() || !isWhole()) {
                response.body().abort();
                lose(this, owner.unreachable());
                return;
            }
            tag = stated.get();
            // Read to its end, so that the connection can be used again.
            owner.read(response.body(), REFUSAL_BYTES, new Confirmation(this, response.body()));
        }

        @Override
        public void failed(Failure failure) {
            if (isPresent()) {
                // A part that may have been stored is replaced by its repetition.
                lose(this, failure instanceof Failure.OutcomeUnknown ? owner.unreachable() : failure);
            }
        }

        @Override
        public void bodyFailed(IOException cause) {
            if (isPresent()) {
                lose(this, owner.unreachable());
            }
        }
    }

    /** The end of the answer to a part that is stored, whatever becomes of its body. */
    private final class Confirmation implements SmallBody.Reader {

        private final Attempt of;
        private final BodySource body;

        Confirmation(Attempt of, BodySource body) {
            this.of = of;
            this.body = body;
        }

        @Override
        public void read(byte[] nothing) {
            confirmed();
        }

        @Override
        public void tooLarge() {
            body.abort();
            confirmed();
        }

        @Override
        public void broke(IOException cause) {
            confirmed();
        }

        private void confirmed() {
            if (of.isPresent()) {
                attempt = null;
                isOver = true;
                buffer.release();
                owner.stored(SplitPart.this);
            }
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
        private boolean isDamaged(byte[] document) {
            return PlatformAnswer.find(PlatformAnswer.Failed.class, document)
                    .filter(error -> error.code().equals(S3ErrorCode.BAD_DIGEST.code()))
                    .isPresent();
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
