package dev.ose.server.transfer.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ByteRange;
import dev.ose.s3.PartNumber;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.BytesSource;
import dev.ose.server.transfer.FakePool;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitCopyTest {

    private static final int PART = 1_000;
    private static final String COPIED = "<CopyPartResult><ETag>\"t\"</ETag></CopyPartResult>";

    private final FakePool pool = new FakePool();
    private final Deque<PlatformListener> open = new ArrayDeque<>();
    private final List<ByteRange> ranges = new ArrayList<>();
    private final List<Runnable> paused = new ArrayList<>();
    private int aborted;

    @Nullable
    private SplitOutcome outcome;

    private CopySplit node(int streams, int ofAll) {
        return new CopySplit(new CopySplit.Settings(true, 0, Long.MAX_VALUE, PART, streams), ofAll, pool::lend);
    }

    private SplitCopy copy(CopySplit node, FairBudget.Lease lease, long lengthBytes) {
        return node.copy(
                new CopySplit.Source(lengthBytes, "fake"),
                lease,
                this::send,
                (_, task) -> paused.add(task),
                it -> outcome = it);
    }

    private PlatformCall send(PartNumber part, ByteRange range, PlatformListener listener) {
        open.add(listener);
        ranges.add(range);
        return () -> aborted++;
    }

    private void answer(int status, String document) {
        open.remove().responded(new Answer(status, document));
    }

    @Test
    void everyByteIsCopiedOnceByAsManyRequestsAsThereMayBe() {
        CopySplit node = node(3, 100);
        try (FairBudget.Lease lease = node.lease("tenant").orElseThrow()) {
            copy(node, lease, 5 * PART + 7).start();
            for (int part = 6; part > 0; part--) {
                assertThat(open).hasSize(Math.min(part, 3));
                answer(200, COPIED);
            }
        }

        assertThat(outcome).isInstanceOfSatisfying(SplitOutcome.Stored.class, stored -> assertThat(stored.tags())
                .hasSize(6));
        assertThat(ranges)
                .containsExactly(
                        new ByteRange(0, 999),
                        new ByteRange(1_000, 1_999),
                        new ByteRange(2_000, 2_999),
                        new ByteRange(3_000, 3_999),
                        new ByteRange(4_000, 4_999),
                        new ByteRange(5_000, 5_006));
        assertThat(node.streams().held()).isZero();
        assertThat(pool.lent).isZero();
    }

    @Test
    void copiesTogetherHaveTheirShareOfTheConnections() {
        CopySplit node = node(8, 4);
        try (FairBudget.Lease first = node.lease("one").orElseThrow()) {
            copy(node, first, 20 * PART).start();

            assertThat(open).hasSizeBetween(1, 4);
            assertThat(node.streams().held()).isEqualTo(open.size());
        }
    }

    @Test
    void requestOfUnknownOutcomeIsRepeatedAndStaysInDoubt() {
        CopySplit node = node(1, 4);
        try (FairBudget.Lease lease = node.lease("tenant").orElseThrow()) {
            copy(node, lease, PART).start();
            open.remove().failed(new Failure.OutcomeUnknown("UploadPartCopy"));
            paused.removeFirst().run();
            answer(200, COPIED);
        }

        assertThat(outcome).isInstanceOfSatisfying(SplitOutcome.Stored.class, stored -> assertThat(stored.inDoubt())
                .containsExactly(new PartNumber(1)));
        assertThat(node.counters().repeated()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html/>", "<Error><Code>SlowDown</Code></Error>", "<CopyPartResult/>"})
    void documentThatConfirmsNothingIsNoSuccess(String document) {
        CopySplit node = node(1, 4);
        try (FairBudget.Lease lease = node.lease("tenant").orElseThrow()) {
            copy(node, lease, PART).start();
            for (int attempt = 1; attempt < 5; attempt++) {
                answer(200, document);
                paused.removeFirst().run();
            }
            answer(200, document);
        }

        assertThat(outcome).isEqualTo(new SplitOutcome.Failed(new Failure.PlatformUnreachable("fake")));
    }

    @Test
    void refusalBehindTheStatusEndsAllRequests() {
        CopySplit node = node(3, 100);
        try (FairBudget.Lease lease = node.lease("tenant").orElseThrow()) {
            copy(node, lease, 9 * PART).start();
            answer(200, "<Error><Code>PreconditionFailed</Code></Error>");
        }

        assertThat(outcome).isInstanceOfSatisfying(SplitOutcome.Refused.class, refused -> assertThat(refused.status())
                .isEqualTo(412));
        assertThat(aborted).isEqualTo(2);
    }

    @Test
    void partsAreLongerIfThereWouldBeTooMany() {
        CopySplit node = new CopySplit(new CopySplit.Settings(true, 0, Long.MAX_VALUE, 64L << 20, 8), 4, pool::lend);

        assertThat(node.partBytes(5L << 30)).isEqualTo(64L << 20);
        assertThat(node.partBytes(5L << 40)).isEqualTo(525L << 20);
        assertThat(Math.ceilDiv(5L << 40, node.partBytes(5L << 40))).isLessThanOrEqualTo(PartNumber.MAX);
    }

    private record Answer(int status, String document) implements PlatformResponse {

        @Override
        public List<String> headers(String lowerCaseName) {
            return List.of();
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> action) {}

        @Override
        public long bodyLength() {
            return -1;
        }

        @Override
        public BodySource body() {
            return new BytesSource(document.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void abandon() {}
    }
}
