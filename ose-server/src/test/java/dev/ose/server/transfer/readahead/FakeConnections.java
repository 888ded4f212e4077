package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.FakeSource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A platform in memory with one object, whose connections move as far as a test's turns let them. */
final class FakeConnections implements RangedReads {

    /** Bytes that a connection gets a turn. */
    int bytesPerTurn = 100;
    /** Bytes that all of them together get a turn. */
    int linkBytesPerTurn = Integer.MAX_VALUE;
    /** Turns before an answer begins. */
    int latencyTurns = 1;
    /** How many of a hundred requests and bodies fail. */
    int failuresOfHundred;

    boolean overlooksConditions;
    byte[] object;
    int version = 1;
    final List<Connection> open = new ArrayList<>();
    final List<ByteRange> asked = new ArrayList<>();
    private final Random random;

    FakeConnections(byte[] object, Random random) {
        this.object = object;
        this.random = random;
    }

    String etag() {
        return "\"v" + version + '"';
    }

    /** The answer to a request without a range, or with this one. */
    Connection first(ByteRange span, boolean isRanged) {
        Connection connection = new Connection(null, span, isRanged ? 206 : 200, Integer.MAX_VALUE);
        open.add(connection);
        return connection;
    }

    @Override
    public PlatformCall read(ByteRange range, String ifMatch, PlatformListener listener) {
        asked.add(range);
        boolean isRefused = !overlooksConditions && !ifMatch.equals(etag());
        int status = isRefused ? 412 : fails() ? 503 : 206;
        int breaksAfter = fails() ? random.nextInt((int) Math.min(range.lengthBytes(), 1_000_000)) : Integer.MAX_VALUE;
        Connection connection = new Connection(listener, range, status, breaksAfter);
        open.add(connection);
        return connection;
    }

    private boolean fails() {
        return random.nextInt(100) < failuresOfHundred;
    }

    /** Lets each connection progress once, in any order. */
    void turn() {
        List<Connection> now = new ArrayList<>(open);
        Collections.shuffle(now, random);
        int left = linkBytesPerTurn;
        for (Connection connection : now) {
            left -= connection.arrive(Math.min(left, bytesPerTurn));
        }
        now.forEach(Connection::fire);
    }

    /** One request, its answer and its body. */
    final class Connection extends FakeSource implements PlatformCall, PlatformResponse {

        private final @Nullable PlatformListener asker;
        private final ByteRange range;
        private final int status;
        private final byte[] content;
        private final Map<String, String> headers;
        private int breaksAfter;
        private int turns = latencyTurns;
        private boolean isAnswered;
        private int arrived;
        private int taken;

        Connection(@Nullable PlatformListener asker, ByteRange range, int status, int breaksAfter) {
            this.asker = asker;
            this.range = range;
            this.status = status;
            this.content = object;
            this.breaksAfter = breaksAfter;
            this.isAnswered = asker == null;
            this.headers = Map.of(
                    "etag",
                    etag(),
                    "content-range",
                    "bytes " + range.first() + '-' + range.last() + '/' + object.length);
        }

        /** Whether it is asked on behalf of all downloads, so that it outlives this one. */
        boolean isOfProbe() {
            return asker != null && range.last() == 0;
        }

        private int arrive(int most) {
            if (!isAnswered) {
                return 0;
            }
            // The kernel holds this much of a body that is not read.
            int room = Math.min(most, taken + 500 - arrived);
            int more = Math.max(0, Math.min(room, (int) range.lengthBytes() - arrived));
            arrived += more;
            return more;
        }

        private void fire() {
            if (!open.contains(this)) {
                return;
            }
            PlatformListener waiting = asker;
            if (!isAnswered && waiting != null && --turns <= 0) {
                isAnswered = true;
                if (status == 503 && random.nextBoolean()) {
                    open.remove(this);
                    waiting.failed(new Failure.PlatformUnreachable("fake"));
                } else {
                    waiting.responded(this);
                }
            } else if (taken < arrived || arrived == range.lengthBytes() || breaksAfter <= arrived) {
                offer();
            }
        }

        @Override
        public int read(ByteBuffer destination) throws IOException {
            if (!open.contains(this)) {
                throw new IOException("read after the end");
            }
            if (taken >= breaksAfter) {
                open.remove(this);
                throw new IOException("broke");
            }
            if (taken == range.lengthBytes()) {
                open.remove(this);
                return -1;
            }
            int count = Math.min(Math.min(arrived, breaksAfter) - taken, destination.remaining());
            destination.put(content, (int) range.first() + taken, count);
            taken += count;
            return count;
        }

        @Override
        public void abort() {
            open.remove(this);
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public List<String> headers(String lowerCaseName) {
            String value = headers.get(lowerCaseName);
            return value == null ? List.of() : List.of(value);
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> action) {
            headers.forEach(action);
        }

        @Override
        public long bodyLength() {
            return range.lengthBytes();
        }

        @Override
        public BodySource body() {
            return this;
        }

        @Override
        public void abandon() {
            abort();
        }
    }
}
