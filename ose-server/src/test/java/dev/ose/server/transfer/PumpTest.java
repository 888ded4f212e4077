package dev.ose.server.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PumpTest {

    @Property(tries = 300)
    void movesEveryByteInOrderWhateverTheSidesDo(
            @ForAll @IntRange(min = 0, max = 300_000) int size, @ForAll long seed) {
        Script script = new Script(size, seed);

        script.run();

        assertThat(script.outcome).containsExactly("finished " + size);
        assertThat(script.received.toByteArray()).isEqualTo(script.body);
        assertThat(script.finished).isTrue();
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
    }

    @Test
    void holdsTheEndBackUntilTheGateOpens() {
        Script script = new Script(100_000, 7);
        script.gate = FlowGate.closedAfter(40_000);

        script.run();
        assertThat(script.received.size()).isEqualTo(40_000);
        assertThat(script.finished).isFalse();

        script.gate.release();
        script.turn();
        assertThat(script.received.toByteArray()).isEqualTo(script.body);
        assertThat(script.outcome).containsExactly("finished 100000");
    }

    @Test
    void holdsNoBufferAndReadsNothingMoreWhileTheGateIsClosed() {
        Script script = new Script(100_000, 7);
        script.gate = FlowGate.closedAfter(40_000);

        script.run();

        assertThat(script.offset).isEqualTo(40_000);
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
        assertThat(script.readsResumed || script.writesResumed).isFalse();
    }

    @Test
    void holdsTheEndOfAnEmptyBodyBackToo() {
        Script script = new Script(0, 1);
        script.gate = FlowGate.closedAfter(0);

        script.run();
        assertThat(script.finished).isFalse();

        script.gate.release();
        script.turn();
        assertThat(script.finished).isTrue();
    }

    @Test
    void neverEndsTheBodyOfASourceThatBroke() {
        Script script = new Script(100_000, 3);
        script.breakSourceAt = 50_000;

        script.run();

        assertThat(script.outcome).containsExactly("source failed");
        assertThat(script.finished).isFalse();
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
    }

    @Test
    void tellsOfASinkThatBroke() {
        Script script = new Script(100_000, 3);
        script.breakSinkAt = 50_000;

        script.run();

        assertThat(script.outcome).containsExactly("sink failed");
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
    }

    @Test
    void yieldsToTheSelectorAfterItsShare() {
        Script script = new Script(1_000_000, 3);
        script.generous = true;

        script.pump().start();

        assertThat(script.received.size()).isBetween(Pump.YIELD_BYTES, 2 * Pump.YIELD_BYTES);
        assertThat(script.readsResumed || script.writesResumed).isTrue();
    }

    @Test
    void holdsNoBufferWhileTheSourceHasNothing() {
        Script script = new Script(1_000_000, 3);
        script.silentAt = 100_000;

        script.pump().start();
        script.turn(1000);

        assertThat(script.received.size()).isEqualTo(100_000);
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
    }

    @Test
    void endsInsteadOfHoldingABufferWhereThereAreNoMore() {
        Script script = new Script(1_000_000, 3);
        script.buffersMayBeHeld = false;

        script.run();

        assertThat(script.outcome).containsExactly("sink failed");
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
        assertThat(script.readsResumed || script.writesResumed).isFalse();
    }

    @Test
    void leavesBothSidesAloneOnceCancelled() {
        Script script = new Script(1_000_000, 3);
        Pump pump = script.pump();
        pump.start();

        pump.cancel();
        script.turn();

        assertThat(script.outcome).isEmpty();
        assertThat(script.buffersReleased).isEqualTo(script.buffersLent);
        assertThat(script.readsResumed || script.writesResumed).isFalse();
    }

    /** Both sides of a pump with random amounts, and a selector that calls the resumed listeners. */
    private static final class Script implements BodySource, BodySink, PumpListener {

        final byte[] body;
        final ByteArrayOutputStream received = new ByteArrayOutputStream();
        final List<String> outcome = new ArrayList<>();
        final Random random;
        FlowGate gate = FlowGate.open();
        int offset;
        int breakSourceAt = Integer.MAX_VALUE;
        int breakSinkAt = Integer.MAX_VALUE;
        int silentAt = Integer.MAX_VALUE;
        boolean generous;
        boolean buffersMayBeHeld = true;
        boolean finished;
        boolean readsResumed;
        boolean writesResumed;
        int buffersLent;
        int buffersReleased;
        Runnable readable = () -> {};
        Runnable writable = () -> {};

        Script(int size, long seed) {
            random = new Random(seed);
            body = new byte[size];
            random.nextBytes(body);
        }

        Pump pump() {
            return new Pump(this, this, gate, this::lend, this);
        }

        private PooledBuffer lend() {
            buffersLent++;
            ByteBuffer bytes = ByteBuffer.allocateDirect(16_384);
            return new PooledBuffer() {
                @Override
                public ByteBuffer bytes() {
                    return bytes;
                }

                @Override
                public boolean mayBeHeld() {
                    return buffersMayBeHeld;
                }

                @Override
                public void release() {
                    buffersReleased++;
                }
            };
        }

        void run() {
            pump().start();
            turn();
        }

        void turn() {
            turn(1_000_000);
        }

        void turn(int times) {
            for (int i = 0; i < times && (readsResumed || writesResumed); i++) {
                if (readsResumed) {
                    readable.run();
                }
                if (writesResumed) {
                    writable.run();
                }
            }
        }

        private int amount(int most) {
            return generous ? most : Math.min(most, random.nextInt(20_000) * random.nextInt(2));
        }

        @Override
        public int read(ByteBuffer destination) throws IOException {
            if (offset >= breakSourceAt) {
                throw new EOFException("cut");
            }
            if (offset == body.length) {
                return -1;
            }
            int count = amount(Math.min(destination.remaining(), Math.min(body.length, silentAt) - offset));
            destination.put(body, offset, count);
            offset += count;
            return count;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (received.size() >= breakSinkAt) {
                throw new IOException("reset");
            }
            byte[] taken = new byte[amount(bytes.remaining())];
            bytes.get(taken);
            received.writeBytes(taken);
            return taken.length;
        }

        @Override
        public boolean finish() {
            finished = generous || random.nextBoolean();
            return finished;
        }

        @Override
        public void onReadable(Runnable listener) {
            readable = listener;
        }

        @Override
        public void onWritable(Runnable listener) {
            writable = listener;
        }

        @Override
        public void resumeReads() {
            readsResumed = true;
        }

        @Override
        public void suspendReads() {
            readsResumed = false;
        }

        @Override
        public void resumeWrites() {
            writesResumed = true;
        }

        @Override
        public void suspendWrites() {
            writesResumed = false;
        }

        @Override
        public void abort() {
            throw new AssertionError("the pump leaves aborting to its listener");
        }

        @Override
        public void finished(long bytes) {
            outcome.add("finished " + bytes);
        }

        @Override
        public void sourceFailed(IOException cause) {
            outcome.add("source failed");
        }

        @Override
        public void sinkFailed(IOException cause) {
            outcome.add("sink failed");
        }
    }
}
