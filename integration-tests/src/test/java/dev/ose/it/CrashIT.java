package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that is killed in the middle of work keeps what it acknowledged, and shows nothing that is half there. */
final class CrashIT {

    private static final int WRITERS = 50;
    private static final int[] SIZES = {4096, 65_536, 65_537, 300_000, 2 * Samples.MIB};
    private static final String BUCKET = "crashes";

    @ParameterizedTest
    @ValueSource(ints = {60, 150})
    void killedNodeKeepsEveryAcknowledgedObject(int acknowledgedBeforeTheEnd) throws Exception {
        try (Node node = Node.startEmpty("crash-" + acknowledgedBeforeTheEnd)) {
            S3Target before = node.target(Where.HTTP);
            Wire.send(before, SignedRequest.of("PUT", '/' + BUCKET)).assertStatus(200);
            Writes writes = new Writes(before, acknowledgedBeforeTheEnd);

            writes.run(node::kill);
            node.start();

            S3Target after = node.target(Where.HTTP);
            Set<String> listed = list(after);
            assertThat(writes.acknowledged.size()).isGreaterThanOrEqualTo(acknowledgedBeforeTheEnd);
            assertThat(listed).containsAll(writes.acknowledged.keySet());
            for (String key : writes.attempted.keySet()) {
                WireAnswer answer = Wire.send(after, SignedRequest.of("GET", '/' + BUCKET + '/' + key));
                boolean isWhole = answer.status() == 200
                        && Samples.sha256(answer.body()).equals(Samples.sha256(writes.content(key)));
                boolean isAbsent = answer.status() == 404;
                assertThat(isWhole || (isAbsent && !writes.acknowledged.containsKey(key)))
                        .as("%s: %d, acknowledged: %s", key, answer.status(), writes.acknowledged.containsKey(key))
                        .isTrue();
                assertThat(listed.contains(key)).as("the listing of " + key).isEqualTo(isWhole);
            }
            Wire.send(after, SignedRequest.of("PUT", '/' + BUCKET + "/next").body("next"))
                    .assertStatus(200);
        }
    }

    @Test
    void killedNodeKeepsPartsAndCompletesTheirUpload() {
        try (Node node = Node.startEmpty("crash-parts")) {
            S3Target before = node.target(Where.HTTP);
            Wire.send(before, SignedRequest.of("PUT", '/' + BUCKET)).assertStatus(200);
            String id = Wire.send(before, SignedRequest.of("POST", '/' + BUCKET + "/parts?uploads="))
                    .element("UploadId");
            byte[] content = Samples.bytes(5, 5 * Samples.MIB);
            String etag = Wire.send(
                            before,
                            SignedRequest.of("PUT", '/' + BUCKET + "/parts?partNumber=1&uploadId=" + id)
                                    .body(content))
                    .header("etag");

            node.kill();
            node.start();

            S3Target after = node.target(Where.HTTP);
            String document = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + etag
                    + "</ETag></Part></CompleteMultipartUpload>";
            WireAnswer completed = Wire.send(
                    after,
                    SignedRequest.of("POST", '/' + BUCKET + "/parts?uploadId=" + id)
                            .body(document));
            completed.assertStatus(200);
            WireAnswer read = Wire.send(after, SignedRequest.of("GET", '/' + BUCKET + "/parts"));
            assertThat(Samples.sha256(read.body())).isEqualTo(Samples.sha256(content));
        }
    }

    private static Set<String> list(S3Target target) {
        Set<String> keys = new HashSet<>();
        String after = "";
        while (true) {
            WireAnswer page =
                    Wire.send(target, SignedRequest.of("GET", '/' + BUCKET + "?list-type=2&start-after=" + after));
            page.assertStatus(200);
            List<String> found = page.elements("Key");
            keys.addAll(found);
            if (found.isEmpty() || page.element("IsTruncated").equals("false")) {
                return keys;
            }
            after = found.getLast();
        }
    }

    /** Many writers at once, one of whom ends the node once enough has been acknowledged. */
    private static final class Writes {

        private final S3Target target;
        private final int wanted;
        private final Map<String, Integer> attempted = new ConcurrentHashMap<>();
        private final Map<String, Boolean> acknowledged = new ConcurrentHashMap<>();
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final CountDownLatch enough = new CountDownLatch(1);

        Writes(S3Target target, int wanted) {
            this.target = target;
            this.wanted = wanted;
        }

        void run(Runnable end) throws Exception {
            try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    all.add(writers.submit(this::writeUntilTheEnd));
                }
                enough.await();
                end.run();
                isOver.set(true);
                for (Future<?> writer : all) {
                    writer.get();
                }
            }
        }

        byte[] content(String key) {
            int number = attempted.get(key);
            return Samples.bytes(number, SIZES[number % SIZES.length]);
        }

        private void writeUntilTheEnd() {
            while (!isOver.get()) {
                int number = next.getAndIncrement();
                String key = "object-" + number;
                attempted.put(key, number);
                if (!write(key)) {
                    return;
                }
                acknowledged.put(key, true);
                if (acknowledged.size() >= wanted) {
                    enough.countDown();
                }
            }
        }

        private boolean write(String key) {
            try {
                WireAnswer answer = Wire.send(
                        target,
                        SignedRequest.of("PUT", '/' + BUCKET + '/' + key).body(content(key)));
                if (answer.status() != 200) {
                    enough.countDown();
                }
                return answer.status() == 200;
            } catch (UncheckedIOException gone) {
                return false;
            }
        }
    }
}
