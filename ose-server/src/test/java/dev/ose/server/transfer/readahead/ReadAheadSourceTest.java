package dev.ose.server.transfer.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ByteRange;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.FakePool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadAheadSourceTest {

    private static final int HISTORIES = Integer.getInteger("ose.read-ahead.histories", 1_000);
    private static final int PART = 1_000;
    private static final int SIZE = 200_000;

    private final FakePool pool = new FakePool();
    private final Random random = new Random(7);
    private final FakeConnections connections = new FakeConnections(bytes(SIZE), random);

    private static ReadAhead node(FakePool pool, long memoryBytes, int streams) {
        return new ReadAhead(new ReadAhead.Settings(true, 1, PART, streams), memoryBytes, pool::lend, () -> pool.nanos);
    }

    private byte[] bytes(int size) {
        byte[] content = new byte[size];
        random.nextBytes(content);
        return content;
    }

    private FakeDownload whole(ReadAhead node) {
        return new FakeDownload(node, pool, connections, new ByteRange(0, connections.object.length - 1), "tenant");
    }

    private void assertNothingIsHeld(ReadAhead node) {
        assertThat(connections.open).isEmpty();
        assertThat(pool.lent).isZero();
        assertThat(node.memory().held()).isZero();
    }

    @Test
    void deliversTheObjectByParallelRangesInOrder() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);

        download.run();

        assertThat(download.outcome).isEqualTo("finished");
        assertThat(download.received.toByteArray()).isEqualTo(connections.object);
        assertThat(connections.asked).hasSizeGreaterThan(100);
        assertNothingIsHeld(node);
    }

    @Test
    void isFasterByTheNumberOfStreamsThatFit() {
        connections.object = bytes(4_000_000);
        long before = turns(node(pool, 0, 2));
        long after = turns(node(pool, 1 << 20, 10));

        assertThat((double) before / after).isGreaterThan(9);
    }

    @Test
    void costsNothingWhereOneStreamFillsTheLink() {
        connections.object = bytes(4_000_000);
        connections.linkBytesPerTurn = 100;
        long before = turns(node(pool, 0, 2));
        long after = turns(node(pool, 1 << 20, 10));

        assertThat((double) before / after).isGreaterThan(0.99);
    }

    private long turns(ReadAhead node) {
        FakeDownload download = whole(node);
        long start = pool.nanos;
        download.run();
        assertThat(download.received.size()).isEqualTo(connections.object.length);
        return pool.nanos - start;
    }

    @Test
    void asksNothingForASlowClient() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);
        download.clientBytesPerTurn = 50;

        download.run();

        assertThat(download.outcome).isEqualTo("finished");
        assertThat(connections.asked).isEmpty();
    }

    @Test
    void holdsNoMoreThanItsWindowForAClientThatStops() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);
        while (download.received.size() < SIZE / 2) {
            download.turn();
        }
        download.clientBytesPerTurn = 0;
        for (int i = 0; i < 1_000; i++) {
            download.turn();
        }

        assertThat(node.memory().held()).isEqualTo(10 * PART);
        assertThat(pool.lent * 256L).isLessThan(10 * PART + 20 * 256);

        download.leave();
        assertNothingIsHeld(node);
        assertThat(node.counters().discardedBytes()).isPositive();
    }

    @Test
    void continuesWithItsOwnStreamIfTheObjectIsReplacedBeforeTheFirstPart() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);
        download.turn();
        byte[] before = connections.object;
        replace();

        download.run();

        assertThat(download.outcome).isEqualTo("finished");
        assertThat(download.received.toByteArray()).isEqualTo(before);
        assertThat(connections.asked).as("the probe and one part").hasSize(2);
        assertNothingIsHeld(node);
    }

    @Test
    void breaksOffIfTheObjectIsReplacedWhileItIsReadAhead() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);
        byte[] before = connections.object;
        while (download.received.size() < SIZE / 2) {
            download.turn();
        }
        replace();

        download.run();

        assertThat(download.outcome).isEqualTo("broken");
        assertPrefix(download, before);
        assertThat(node.counters().broken()).isEqualTo(1);
        assertNothingIsHeld(node);
    }

    @Test
    void readsNothingAheadFromAPlatformThatOverlooksConditions() {
        connections.overlooksConditions = true;
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);

        download.run();

        assertThat(download.received.toByteArray()).isEqualTo(connections.object);
        assertThat(connections.asked).containsExactly(new ByteRange(0, 0));
    }

    @Test
    void neverTrustsTheConditionAlone() {
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);
        byte[] before = connections.object;
        while (download.received.size() < SIZE / 2) {
            download.turn();
        }
        connections.overlooksConditions = true;
        replace();

        download.run();

        assertThat(download.outcome).isEqualTo("broken");
        assertPrefix(download, before);
    }

    @Test
    void readsAheadWithinTheClientsRangeOnly() {
        ReadAhead node = node(pool, 1 << 20, 10);
        ByteRange range = new ByteRange(12_345, 187_654);
        FakeDownload download = new FakeDownload(node, pool, connections, range, "tenant");

        download.run();

        assertThat(download.received.toByteArray()).isEqualTo(Arrays.copyOfRange(connections.object, 12_345, 187_655));
        assertThat(connections.asked.subList(1, connections.asked.size()))
                .isNotEmpty()
                .allMatch(part -> part.first() >= 12_345 && part.last() <= 187_654);
    }

    @Test
    void goesOnAsOneStreamIfOthersHoldTheMemory() {
        ReadAhead node = node(pool, 20 * PART, 10);
        FakeDownload download = whole(node);
        while (node.memory().held() < 9 * PART) {
            download.turn();
        }
        List<OtherTenant> others = new ArrayList<>();
        while (connections.asked.stream().noneMatch(range -> range.lengthBytes() > 2 * PART)) {
            others.add(new OtherTenant(node, others.size() % 20));
            download.turn();
        }
        download.run();

        assertThat(download.outcome).isEqualTo("finished");
        assertThat(download.received.toByteArray()).isEqualTo(connections.object);
        others.forEach(OtherTenant::close);
        assertNothingIsHeld(node);
    }

    /** What another tenant holds as long as there is some. */
    private static final class OtherTenant implements AutoCloseable {

        private final FairBudget.Lease lease;

        OtherTenant(ReadAhead node, int tenant) {
            lease = node.memory().lease(tenant);
            boolean more = true;
            while (more) {
                more = lease.take(PART / 10);
            }
        }

        @Override
        public void close() {
            lease.close();
        }
    }

    @Test
    void readsFromTheConnectionIfNoBufferIsLeft() {
        pool.most = 4;
        ReadAhead node = node(pool, 1 << 20, 10);
        FakeDownload download = whole(node);

        download.run();

        assertThat(download.received.toByteArray()).isEqualTo(connections.object);
        assertNothingIsHeld(node);
    }

    @Test
    void aThousandReadersShareTheMemory() {
        ReadAhead node = node(pool, 50 * PART, 10);
        connections.object = bytes(20 * PART);
        List<FakeDownload> downloads = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            downloads.add(new FakeDownload(
                    node, pool, connections, new ByteRange(0, connections.object.length - 1), "tenant " + i % 10));
        }
        long most = 0;
        while (downloads.stream().anyMatch(it -> it.outcome == null)) {
            connections.turn();
            downloads.stream().filter(it -> it.outcome == null).forEach(FakeDownload::turnOfClient);
            most = Math.max(most, node.memory().held());
        }

        assertThat(downloads).allMatch(it -> Arrays.equals(it.received.toByteArray(), connections.object));
        assertThat(most).isBetween(PART * 10L, PART * 50L);
        assertThat(node.memory().refusals()).isPositive();
        assertNothingIsHeld(node);
    }

    private void replace() {
        connections.object = bytes(connections.object.length);
        connections.version++;
    }

    private static void assertPrefix(FakeDownload download, byte[] version) {
        byte[] received = download.received.toByteArray();
        assertThat(received).isEqualTo(Arrays.copyOf(version, received.length));
    }

    @Test
    void noAnswerHoldsBytesOfTwoVersionsWhateverHappens() {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());
        int asked = 0;
        for (int i = 0; i < HISTORIES; i++) {
            asked += history(first + i);
        }
        assertThat(asked).as("ranged reads").isGreaterThan(HISTORIES);
    }

    /** One download with everything at random; returns how many ranged reads it took. */
    private static int history(long seed) {
        Random chance = new Random(seed);
        byte[] object = new byte[1 + chance.nextInt(60_000)];
        chance.nextBytes(object);
        FakePool pool = new FakePool();
        pool.most = chance.nextInt(4) == 0 ? chance.nextInt(20) : Integer.MAX_VALUE;
        FakeConnections connections = new FakeConnections(object, chance);
        connections.latencyTurns = 1 + chance.nextInt(20);
        connections.bytesPerTurn = 1 + chance.nextInt(400);
        connections.failuresOfHundred = chance.nextInt(3) == 0 ? chance.nextInt(60) : 0;
        ReadAhead node = node(pool, chance.nextInt(40) * (long) PART, 2 + chance.nextInt(15));
        int from = chance.nextInt(object.length);
        ByteRange span = new ByteRange(from, from + chance.nextInt(object.length - from));
        FakeDownload download = new FakeDownload(node, pool, connections, span, "tenant");
        download.clientBytesPerTurn = 1 + chance.nextInt(chance.nextBoolean() ? 10_000 : 300);
        int replacedAt = chance.nextInt(3) == 0 ? chance.nextInt(400) : Integer.MAX_VALUE;
        int leavesAt = chance.nextInt(4) == 0 ? chance.nextInt(400) : Integer.MAX_VALUE;
        for (int turn = 0; download.outcome == null; turn++) {
            if (turn == replacedAt) {
                connections.object = new byte[object.length];
                connections.version++;
            }
            if (turn == leavesAt) {
                download.leave();
            } else {
                download.turn();
            }
            assertThat(turn).as("seed %d hangs", seed).isLessThan(1_000_000);
        }
        download.end();

        byte[] received = download.received.toByteArray();
        assertThat(received).as("seed %d", seed).isEqualTo(Arrays.copyOfRange(object, from, from + received.length));
        boolean isUndisturbed = connections.failuresOfHundred == 0 && pool.most == Integer.MAX_VALUE;
        if (replacedAt == Integer.MAX_VALUE && leavesAt == Integer.MAX_VALUE && isUndisturbed) {
            assertThat(download.outcome).as("seed %d", seed).isEqualTo("finished");
        }
        if ("finished".equals(download.outcome)) {
            assertThat(received.length).as("seed %d", seed).isEqualTo((int) span.lengthBytes());
        }
        connections.open.removeIf(FakeConnections.Connection::isOfProbe);
        assertThat(connections.open).as("seed %d", seed).isEmpty();
        assertThat(pool.lent).as("seed %d", seed).isZero();
        assertThat(node.memory().held()).as("seed %d", seed).isZero();
        return connections.asked.size();
    }
}
