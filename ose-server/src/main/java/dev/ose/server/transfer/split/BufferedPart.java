package dev.ose.server.transfer.split;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PartBuffer;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.SmallBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One part of an upload. It is sent once it is whole, because its digest precedes its bytes. They stay in memory until
 * the platform has confirmed it, so that it can be sent again.
 */
final class BufferedPart extends SplitPart {

    private final PartRequests requests;
    private final long lengthBytes;
    private final PartBuffer buffer;
    private final Digester md5 = Digester.md5();
    private String contentMd5 = "";
    private @Nullable Body sent;

    BufferedPart(Owner owner, PartRequests requests, PartNumber number, long lengthBytes, PartBuffer buffer) {
        super(owner, number);
        this.requests = requests;
        this.lengthBytes = lengthBytes;
        this.buffer = buffer;
    }

    boolean isFull() {
        return buffer.bytes() == lengthBytes;
    }

    /** Reads once from the client; returns what {@link PartBuffer#fill} does. */
    int fill(BodySource source) throws IOException {
        return buffer.fill(source, lengthBytes - buffer.bytes(), md5::update);
    }

    /** Sends it. Call once, when it is full. */
    void startFull() {
        contentMd5 = Base64.getEncoder().encodeToString(md5.value());
        start();
    }

    @Override
    PlatformCall request(Attempt next) {
        Body body = new Body(next);
        sent = body;
        return requests.send(new PartRequests.Part(number(), lengthBytes, contentMd5), body, next);
    }

    @Override
    boolean isWhole() {
        return sent != null && sent.isWhole();
    }

    @Override
    void read(Attempt of, PlatformResponse response) {
        Optional<ETag> stated = response.headers("etag").stream().findFirst().flatMap(ETag::parse);
        if (stated.isEmpty() || !isWhole()) {
            response.body().abort();
            lose(of, owner().unreachable());
            return;
        }
        // Read to its end, so that the connection can be used again.
        owner().read(response.body(), ANSWER_BYTES, new Confirmation(of, response.body(), stated.get()));
    }

    @Override
    void release() {
        buffer.release();
    }

    /** The part as the body of one request. */
    private final class Body implements BodySource {

        private final Attempt of;
        private long sentBytes;
        private Runnable listener = () -> {};

        Body(Attempt of) {
            this.of = of;
        }

        private boolean isWhole() {
            return sentBytes == lengthBytes;
        }

        @Override
        public int read(ByteBuffer destination) throws IOException {
            if (!of.isPresent()) {
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
            if (of.isPresent()) {
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
    }

    /** The end of the answer to a part that is stored, whatever becomes of its body. */
    private final class Confirmation implements SmallBody.Reader {

        private final Attempt of;
        private final BodySource body;
        private final ETag stated;

        Confirmation(Attempt of, BodySource body, ETag stated) {
            this.of = of;
            this.body = body;
            this.stated = stated;
        }

        @Override
        public void read(byte[] nothing) {
            confirmed(of, stated);
        }

        @Override
        public void tooLarge() {
            body.abort();
            confirmed(of, stated);
        }

        @Override
        public void broke(IOException cause) {
            confirmed(of, stated);
        }
    }
}
