package dev.ose.server.transfer.split;

import dev.ose.s3.checksum.Digester;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.FakePool;
import dev.ose.server.transfer.FlowGate;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.Pump;
import dev.ose.server.transfer.PumpListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A platform in memory that stores parts, by real pumps whose connections move as far as a test's turns let them. */
final class FakeParts implements PartRequests {

    /** Bytes that a connection takes a turn. */
    int bytesPerTurn = 100;
    /** How many of a hundred requests fail, before, within or after their body. */
    int failuresOfHundred;
    /** The answer to each part; 200 stores it. */
    int status = 200;
    /** How many requests break after their last byte, without an answer. */
    int silent;

    /** How many requests are refused because other bytes have arrived. */
    int damaged;

    final SortedMap<Integer, byte[]> stored = new TreeMap<>();
    final List<Connection> open = new ArrayList<>();
    int mostOpen;
    int requests;
    private final FakePool pool;
    private final Random random;

    FakeParts(FakePool pool, Random random) {
        this.pool = pool;
        this.random = random;
    }

    /** The stored parts, one behind the other. */
    byte[] object() {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        stored.values().forEach(object::writeBytes);
        return object.toByteArray();
    }

    @Override
    public PlatformCall send(Part part, BodySource source, PlatformListener listener) {
        requests++;
        Connection connection = new Connection(part, source, listener);
        open.add(connection);
        mostOpen = Math.max(mostOpen, open.size());
        connection.pump.start();
        return connection;
    }

    /** Lets each connection progress once, in any order. */
    void turn() {
        List<Connection> now = new ArrayList<>(open);
        Collections.shuffle(now, random);
        now.forEach(Connection::turn);
    }

    /** One request with a part. */
    final class Connection implements PlatformCall, BodySink, PumpListener {

        private final Part part;
        private final PlatformListener listener;
        private final Pump pump;
        private final long breaksAt;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private int room;
        private boolean isResumed;
        private boolean isSent;
        private Runnable writable = () -> {};

        Connection(Part part, BodySource source, PlatformListener listener) {
            this.part = part;
            this.listener = listener;
            this.pump = new Pump(source, this, FlowGate.open(), pool::lend, this);
            this.breaksAt =
                    random.nextInt(100) < failuresOfHundred ? random.nextLong(part.lengthBytes() + 1) : Long.MAX_VALUE;
        }

        private void turn() {
            if (!open.contains(this)) {
                return;
            }
            room = bytesPerTurn;
            if (received.size() >= breaksAt) {
                pump.cancel();
                end();
                listener.failed(new Failure.OutcomeUnknown("UploadPart"));
            } else if (isSent) {
                answer();
            } else if (isResumed) {
                writable.run();
            }
        }

        private void answer() {
            end();
            if (silent > 0) {
                silent--;
                listener.failed(new Failure.OutcomeUnknown("UploadPart"));
                return;
            }
            if (damaged > 0) {
                damaged--;
                listener.responded(new Answer(400, new byte[0]));
                return;
            }
            if (status == 200) {
                byte[] bytes = received.toByteArray();
                if (bytes.length != part.lengthBytes()
                        || !Arrays.equals(
                                Digester.md5().digest(bytes),
                                Base64.getDecoder().decode(part.contentMd5()))) {
                    throw new AssertionError("another part than announced");
                }
                stored.put(part.number().value(), bytes);
            }
            listener.responded(new Answer(status, received.toByteArray()));
        }

        private void end() {
            open.remove(this);
        }

        @Override
        public void abort() {
            pump.cancel();
            end();
        }

        @Override
        public int write(ByteBuffer source) {
            int count = Math.min(room, source.remaining());
            byte[] taken = new byte[count];
            source.get(taken);
            received.writeBytes(taken);
            room -= count;
            return count;
        }

        @Override
        public boolean finish() {
            return true;
        }

        @Override
        public void onWritable(Runnable resumed) {
            writable = resumed;
        }

        @Override
        public void resumeWrites() {
            isResumed = true;
        }

        @Override
        public void suspendWrites() {
            isResumed = false;
        }

        @Override
        public void finished(long bytes) {
            isSent = true;
        }

        @Override
        public void sourceFailed(IOException cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void sinkFailed(IOException cause) {
            // The pool has no buffers to hold while the connection takes nothing.
            end();
            listener.failed(new Failure.OutcomeUnknown("UploadPart"));
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
    private record Answer(int status, byte[] part) implements PlatformResponse {

        @Override
        public List<String> headers(String lowerCaseName) {
            return lowerCaseName.equals("etag")
                    ? List.of('"' + HexFormat.of().formatHex(Digester.md5().digest(part)) + '"')
                    : List.of();
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> action) {}

        @Override
        public long bodyLength() {
            return -1;
        }

        @Override
        public BodySource body() {
            return new BytesSource(
                    status == 200
                            ? new byte[0]
                            : (status == 400 ? "<Error><Code>BadDigest</Code></Error>" : "<Error/>")
                                    .getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void abandon() {}
    }
}
