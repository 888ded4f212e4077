package dev.ose.server.transfer.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.Digester;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.transfer.FakePool;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SplitUploadTest {

    private static final int PART = 1_000;

    private final FakePool pool = new FakePool();
    private final Random random = new Random(5);
    private final FakeParts parts = new FakeParts(pool, random);
    private final UploadSplit node = node(pool, PART, 64 * PART, 4);

    private static UploadSplit node(FakePool pool, int partBytes, long memoryBytes, int streams) {
        return new UploadSplit(new UploadSplit.Settings(true, 0, partBytes, streams), memoryBytes, pool::lend);
    }

    private static byte[] bytes(int size, Random random) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private FakeUpload upload(int size) {
        return new FakeUpload(node, "tenant", bytes(size, new Random(size)), parts);
    }

    private void assertNothingIsHeld() {
        assertThat(pool.lent).isZero();
        assertThat(node.memory().held()).isZero();
        assertThat(parts.open).isEmpty();
    }

    @Property(tries = 300, seed = "20261128")
    void everyByteIsStoredOnceWhateverTheSidesDo(
            @ForAll @IntRange(min = 1, max = 60_000) int size,
            @ForAll @IntRange(min = 300, max = 9_000) int partBytes,
            @ForAll @IntRange(min = 4, max = 20) int memoryParts,
            @ForAll @IntRange(min = 0, max = 12) int failures,
            @ForAll long seed) {
        Random chance = new Random(seed);
        FakePool lender = new FakePool();
        FakeParts platform = new FakeParts(lender, chance);
        platform.failuresOfHundred = failures;
        platform.bytesPerTurn = 1 + chance.nextInt(3_000);
        lender.most = chance.nextInt(4) == 0 ? 3 * partBytes / 256 + 8 : Integer.MAX_VALUE;
        UploadSplit some = node(lender, partBytes, (long) memoryParts * partBytes, 2 + chance.nextInt(8));
        byte[] body = bytes(size, chance);
        FakeUpload one = new FakeUpload(some, "one", body, platform);
        one.clientBytesPerTurn = 1 + chance.nextInt(3_000);

        switch (one.run()) {
            case SplitOutcome.Stored(var tags, var _) -> {
                assertThat(platform.object()).isEqualTo(body);
                assertThat(tags)
                        .containsExactlyElementsOf(platform.stored.values().stream()
                                .map(part -> new ETag(
                                        HexFormat.of().formatHex(Digester.md5().digest(part))))
                                .toList());
            }
            case SplitOutcome.Failed _ ->
                assertThat(failures > 0 || lender.most < Integer.MAX_VALUE).isTrue();
            case SplitOutcome.Refused _, SplitOutcome.BodyFailed _ -> throw new AssertionError("nothing was refused");
        }
        assertThat(lender.lent).isZero();
        assertThat(some.memory().held()).isZero();
        assertThat(platform.open).isEmpty();
        assertThat(platform.mostOpen).isLessThanOrEqualTo(some.settings().streams());
    }

    @Test
    void fastClientOfASlowPlatformHasAllStreams() {
        FakeUpload upload = upload(20 * PART);

        assertThat(upload.run()).isInstanceOf(SplitOutcome.Stored.class);

        assertThat(parts.mostOpen).isEqualTo(4);
        assertNothingIsHeld();
    }

    @Test
    void slowClientHasOneStreamOrTwo() {
        FakeUpload upload = upload(20 * PART);
        upload.clientBytesPerTurn = 30;

        assertThat(upload.run()).isInstanceOf(SplitOutcome.Stored.class);

        assertThat(parts.mostOpen).isLessThanOrEqualTo(2);
    }

    @Test
    void clientIsNotReadWhileThePlatformTakesNothing() {
        parts.bytesPerTurn = 0;
        FakeUpload upload = upload(20 * PART);

        upload.upload.start();
        for (int turn = 0; turn < 100; turn++) {
            upload.turn();
        }

        assertThat(upload.taken).isEqualTo(4 * PART);
        assertThat(node.memory().held()).isEqualTo(4 * PART);
        upload.upload.abort();
        upload.lease.close();
        assertNothingIsHeld();
    }

    @Test
    void withoutFurtherMemoryThePartsGoOnWithWhatTheyHave() {
        for (int parts : List.of(31, 15, 8)) {
            assertThat(node.memory().lease(parts).take((long) parts * PART)).isTrue();
        }
        assertThat(node.memory().lease("tenant").take(3 * PART)).isTrue();
        FakeUpload upload = upload(20 * PART);

        assertThat(node.lease("tenant")).as("of a second upload").isEmpty();
        assertThat(upload.run()).isInstanceOf(SplitOutcome.Stored.class);

        assertThat(parts.mostOpen).isEqualTo(2);
        assertThat(node.counters().oneStreams()).isEqualTo(1);
    }

    @Test
    void aThousandUploadsAtOnceKeepToTheMemory() {
        List<FakeUpload> uploads = new ArrayList<>();
        for (int client = 0; client < 1_000; client++) {
            String tenant = "tenant " + client % 7;
            Optional<FairBudget.Lease> lease = node.lease(tenant);
            if (lease.isPresent()) {
                lease.get().close();
                FakeUpload upload =
                        new FakeUpload(node, tenant, bytes(3 * PART + client, random), new FakeParts(pool, random));
                uploads.add(upload);
                upload.upload.start();
            }
            assertThat(node.memory().held()).isLessThanOrEqualTo(64 * PART);
        }
        while (uploads.stream().anyMatch(upload -> upload.outcome == null)) {
            uploads.forEach(FakeUpload::turn);
            assertThat(node.memory().held()).isLessThanOrEqualTo(64 * PART);
        }

        assertThat(uploads).hasSizeBetween(20, 32).allMatch(it -> it.outcome instanceof SplitOutcome.Stored);
        assertThat(node.counters().oneStreams()).isEqualTo(1_000 - uploads.size());
        uploads.forEach(upload -> upload.lease.close());
        assertNothingIsHeld();
    }

    @Test
    void partIsSentFiveTimesAtMost() {
        parts.status = 503;
        FakeUpload upload = upload(2 * PART);

        assertThat(upload.run()).isEqualTo(new SplitOutcome.Failed(new Failure.PlatformUnreachable("fake")));

        assertThat(parts.requests).isBetween(5, 10);
        assertThat(node.counters().repeated()).isEqualTo(parts.requests - 2L);
        assertThat(upload.upload.isInDoubt()).isTrue();
        assertNothingIsHeld();
    }

    @Test
    void repetitionDoesNotEndTheDoubtAboutAPart() {
        parts.silent = 1;
        FakeUpload upload = upload(3 * PART);
        upload.clientBytesPerTurn = 30;
        upload.breaksAt = 2 * PART + PART / 2;

        assertThat(upload.run()).isInstanceOf(SplitOutcome.BodyFailed.class);

        assertThat(parts.stored.keySet()).as("repeated and confirmed").contains(1);
        assertThat(upload.upload.isInDoubt()).isTrue();
        assertNothingIsHeld();
    }

    @Test
    void partWhoseRequestWasNotAnsweredMayBeReplaced() {
        parts.silent = 1;
        FakeUpload upload = upload(3 * PART);
        upload.clientBytesPerTurn = 30;

        assertThat(upload.run())
                .isInstanceOfSatisfying(SplitOutcome.Stored.class, stored -> assertThat(stored.inDoubt())
                        .containsExactly(new PartNumber(1)));
    }

    /** The client has stated no digest of a part, so BadDigest must not reach it. */
    @Test
    void partThatArrivedDamagedIsSentAgain() {
        parts.damaged = 2;
        FakeUpload upload = upload(3 * PART);

        assertThat(upload.run()).isInstanceOf(SplitOutcome.Stored.class);

        assertThat(node.counters().repeated()).isEqualTo(2);
        assertNothingIsHeld();
    }

    @Test
    void refusedPartIsNotInDoubt() {
        parts.status = 403;
        FakeUpload upload = upload(PART);

        assertThat(upload.run()).isInstanceOf(SplitOutcome.Refused.class);

        assertThat(upload.upload.isInDoubt()).isFalse();
    }

    @Test
    void refusalEndsTheUploadAtOnce() {
        parts.status = 403;
        FakeUpload upload = upload(20 * PART);

        assertThat(upload.run())
                .isInstanceOfSatisfying(
                        SplitOutcome.Refused.class,
                        refused -> assertThat(refused.document()).asString().isEqualTo("<Error/>"));

        assertNothingIsHeld();
    }

    @Test
    void brokenBodyEndsAllRequests() {
        FakeUpload upload = upload(20 * PART);
        upload.breaksAt = 9 * PART + 1;

        assertThat(upload.run()).isInstanceOf(SplitOutcome.BodyFailed.class);

        assertNothingIsHeld();
    }

    @Test
    void bodyThatIsBadAtItsEndIsNotStored() {
        FakeUpload upload = upload(3 * PART);
        upload.isBad = true;

        assertThat(upload.run()).isInstanceOf(SplitOutcome.BodyFailed.class);

        assertNothingIsHeld();
    }

    @Test
    void uploadThatGetsNoBufferEnds() {
        pool.most = 0;
        FakeUpload upload = upload(20 * PART);

        assertThat(upload.run()).isInstanceOfSatisfying(SplitOutcome.Failed.class, failed -> assertThat(failed.why())
                .isInstanceOf(Failure.Busy.class));

        assertNothingIsHeld();
    }

    @Test
    void smallBodiesAreNotSplit() {
        UploadSplit large = new UploadSplit(new UploadSplit.Settings(true, 5_000, PART, 4), 64 * PART, pool::lend);

        assertThat(large.isFor(5_000)).isFalse();
        assertThat(large.isFor(5_001)).isTrue();
        assertThat(node.isFor(PART)).as("one part").isFalse();
    }
}
