package dev.ose.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IoThreadBufferPoolTest {

    private static final int BYTES = 1024;

    private final BufferRegion memory = new BufferRegion(4 * BYTES, 2 * BYTES);
    private final IoThreadBufferPool pool = new IoThreadBufferPool(BYTES, 1, memory);

    private List<PooledByteBuffer> lend(int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> pool.allocate()).toList());
    }

    private static List<Boolean> areDirect(List<PooledByteBuffer> lent) {
        return lent.stream().map(each -> each.getBuffer().isDirect()).toList();
    }

    @Test
    void buffersBeyondTheDirectMemoryAreOnTheHeap() {
        List<PooledByteBuffer> lent = lend(6);

        assertThat(areDirect(lent)).containsExactly(true, true, true, true, false, false);
        assertThat(lent.getLast().getBuffer().remaining()).isEqualTo(BYTES);
    }

    @Test
    void directBuffersAreLentAgainAndThoseOfTheHeapAreNot() {
        List<PooledByteBuffer> lent = lend(6);
        ByteBuffer first = lent.getFirst().getBuffer().put((byte) 1);

        lent.forEach(PooledByteBuffer::close);
        List<PooledByteBuffer> again = lend(5);

        assertThat(areDirect(again)).containsExactly(true, true, true, true, false);
        assertThat(again).anySatisfy(lease -> assertThat(lease.getBuffer()).isSameAs(first));
        assertThat(first.remaining()).isEqualTo(BYTES);
    }

    @Test
    void heapIsUsedUpWhileItHasLentMoreThanItMay() {
        List<PooledByteBuffer> lent = lend(6);
        assertThat(pool.isUsedUp()).isFalse();

        PooledByteBuffer tooMany = pool.allocate();

        assertThat(pool.isUsedUp()).isTrue();
        assertThat(memory.heapBytes()).isEqualTo(3 * BYTES);
        tooMany.close();
        assertThat(pool.isUsedUp()).isFalse();
        lent.forEach(PooledByteBuffer::close);
        assertThat(memory.heapBytes()).isZero();
        assertThat(memory.directBytes()).isEqualTo(4 * BYTES);
    }

    @Test
    void poolsOfOneNodeShareItsDirectMemory() {
        lend(3);
        IoThreadBufferPool other = new IoThreadBufferPool(2 * BYTES, 1, memory);

        assertThat(other.allocate().getBuffer().isDirect()).isFalse();
        assertThat(pool.allocate().getBuffer().isDirect()).isTrue();
    }
}
