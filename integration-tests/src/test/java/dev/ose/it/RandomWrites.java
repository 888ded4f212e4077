package dev.ose.it;

import dev.ose.it.KeyHistories.End;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Many writers that perform random write operations on a few keys, continue after failures, and record the answers.
 * Each write sets a mark in its object's metadata, by which readers identify it.
 */
final class RandomWrites {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** Writers at full speed would leave no processor for restarting processes. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);
    private static final String MARK = "x-amz-meta-mark";
    private static final int MAX_BYTES = 2_000;
    /** More than a node holds back for an intent. */
    private static final int MANY_BYTES = 70_000;

    /** The minimum size of every part but the last one. */
    private static final int MIN_PART_BYTES = 5 << 20;

    private static final int ONE_IN_HAS_SEVERAL_PARTS = 4;

    private static final int MAX_KEYS_AT_ONCE = 5;

    private final Function<Random, S3Target> targets;
    private final List<String> buckets;
    private final int keys;
    private final long seed;
    private final KeyHistories histories = new KeyHistories();
    private final Map<String, String> versions = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> surprises = new ConcurrentLinkedQueue<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> writers = new ArrayList<>();

    /**
     * Prepares for writing.
     *
     * @param targets selects the node of the next request
     * @param keys the number of keys in each bucket
     */
    RandomWrites(Function<Random, S3Target> targets, List<String> buckets, int keys, long seed) {
        this.targets = targets;
        this.buckets = List.copyOf(buckets);
        this.keys = keys;
        this.seed = seed;
    }

    void start(int count) {
        for (int i = 0; i < count; i++) {
            Writer writer = new Writer("w" + i, new Random(seed + i));
            writers.add(threads.submit(writer::writeUntilTheEnd));
        }
    }

    /** Waits until so many further writes have been acknowledged. */
    void awaitAcknowledged(int more) {
        awaitMore(acknowledged, more, "acknowledged writes");
    }

    /** Waits until so many further requests have failed. */
    void awaitFailed(int more) {
        awaitMore(failed, more, "failed requests");
    }

    private static void awaitMore(AtomicLong counter, int more, String what) {
        long wanted = counter.get() + more;
        Ports.await(more + " more " + what, LIMIT, () -> counter.get() >= wanted);
    }

    /** Returns when each writer has ended what it was doing. */
    void end() {
        isOver.set(true);
        threads.close();
        try {
            for (Future<?> writer : writers) {
                writer.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("a writer broke", e.getCause());
        }
    }

    KeyHistories histories() {
        return histories;
    }

    /** Answers that no crash excuses. */
    List<String> surprises() {
        return List.copyOf(surprises);
    }

    /** Reads each key that was written to. */
    void readAll(S3Target through) {
        for (String bucket : buckets) {
            for (int i = 0; i < keys; i++) {
                String path = path(bucket, i);
                long began = histories.now();
                WireAnswer answer = Wire.send(through, SignedRequest.of("HEAD", path));
                if (answer.status() != 404) {
                    answer.assertStatus(200);
                }
                histories.read(path, mark(answer), began);
            }
        }
    }

    /** The source of copied parts in the bucket of a path. */
    private static String source(String path) {
        return path.substring(0, path.indexOf('/', 1)) + "/source";
    }

    /** Makes what parts are copied from; nothing else is done to it. */
    void makeSources(S3Target through) {
        for (String bucket : buckets) {
            SignedRequest request = SignedRequest.of("PUT", source('/' + bucket + '/'));
            Wire.send(through, request.body(Samples.bytes(1, MIN_PART_BYTES + MAX_BYTES)))
                    .assertStatus(200);
        }
    }

    private static String path(String bucket, int number) {
        return "/%s/key-%03d".formatted(bucket, number);
    }

    private static String mark(WireAnswer answer) {
        return answer.status() == 404 ? KeyHistories.NOTHING : String.valueOf(answer.header(MARK));
    }

    /** One client, with one request at a time on a connection of its own. */
    private final class Writer {

        private final String name;
        private final Random random;
        private int next;

        Writer(String name, Random random) {
            this.name = name;
            this.random = random;
        }

        void writeUntilTheEnd() {
            while (!isOver.get()) {
                try {
                    act(random.nextInt(100));
                    LockSupport.parkNanos(PAUSE.toNanos());
                } catch (UncheckedIOException cut) {
                    failed.incrementAndGet();
                    LockSupport.parkNanos(PAUSE_AFTER_FAILURE.toNanos());
                }
            }
        }

        private void act(int dice) {
            String bucket = buckets.get(random.nextInt(buckets.size()));
            String path = path(bucket, random.nextInt(keys));
            if (dice < 38) {
                track(path, put(path, size()), "");
            } else if (dice < 52) {
                delete(path);
            } else if (dice < 62) {
                String source = path(bucket, random.nextInt(keys));
                track(
                        path,
                        marked("PUT", path)
                                .header("x-amz-copy-source", source)
                                .header("x-amz-metadata-directive", "REPLACE"),
                        "CopyObjectResult");
            } else if (dice < 67) {
                upload(path);
            } else if (dice < 72) {
                deleteSeveral(bucket);
            } else if (dice < 75) {
                abandon(path);
            } else if (dice < 80) {
                changeVersions("/%s/version-%d".formatted(bucket, random.nextInt(keys)));
            } else {
                read(path);
            }
        }

        private String newMark() {
            next++;
            return name + '-' + next;
        }

        private int size() {
            return random.nextInt(10) == 0 ? MANY_BYTES : random.nextInt(MAX_BYTES);
        }

        private SignedRequest marked(String method, String path) {
            return SignedRequest.of(method, path).header(MARK, newMark());
        }

        private SignedRequest put(String path, int sizeBytes) {
            return marked("PUT", path).body(Samples.bytes(random.nextInt(), sizeBytes));
        }

        private String lastMark() {
            return name + '-' + next;
        }

        private void read(String path) {
            long began = histories.now();
            WireAnswer answer = send(SignedRequest.of("HEAD", path));
            if (isExpected(answer, path, 200, 404)) {
                histories.read(path, mark(answer), began);
            }
        }

        private void delete(String path) {
            write(path, KeyHistories.NOTHING, SignedRequest.of("DELETE", path), "");
        }

        private void track(String path, SignedRequest request, String proof) {
            write(path, lastMark(), request, proof);
        }

        /**
         * @param proof what the answer must contain besides its status, which may be sent before the outcome is known
         */
        private void write(String path, String value, SignedRequest request, String proof) {
            long began = histories.now();
            try {
                WireAnswer answer = send(request);
                boolean isCopyOfNothing = answer.status() == 404 && proof.equals("CopyObjectResult");
                if (isCopyOfNothing) {
                    return;
                }
                boolean isDone =
                        isExpected(answer, path, 200, 204) && answer.text().contains(proof);
                note(path, value, began, isDone ? End.ACKNOWLEDGED : End.UNKNOWN);
            } catch (UncheckedIOException cut) {
                if (!(cut.getCause() instanceof ConnectException)) {
                    note(path, value, began, End.UNKNOWN);
                }
                throw cut;
            }
        }

        private void note(String path, String value, long began, End end) {
            histories.wrote(path, value, began, end);
            if (end == End.ACKNOWLEDGED) {
                acknowledged.incrementAndGet();
            }
        }

        private void upload(String path) {
            WireAnswer begun = send(marked("POST", path + "?uploads="));
            if (!isExpected(begun, path, 200)) {
                return;
            }
            String value = lastMark();
            String id = begun.element("UploadId");
            List<String> tags = parts(path, id);
            if (tags.isEmpty()) {
                return;
            }
            int rest = random.nextInt(10);
            if (rest < 3) {
                endOtherwise(path, id, rest);
                return;
            }
            StringBuilder parts = new StringBuilder();
            for (int i = 0; i < tags.size(); i++) {
                parts.append("<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>".formatted(i + 1, tags.get(i)));
            }
            String document = "<CompleteMultipartUpload>" + parts + "</CompleteMultipartUpload>";
            write(
                    path,
                    value,
                    SignedRequest.of("POST", path + "?uploadId=" + id).body(document),
                    "CompleteMultipartUploadResult");
        }

        /** Most uploads have one part; of some the first ones are copied. Their ETags, or none if a part failed. */
        private List<String> parts(String path, String id) {
            int copied = random.nextInt(ONE_IN_HAS_SEVERAL_PARTS) == 0 ? 1 + random.nextInt(2) : 0;
            List<String> tags = new ArrayList<>();
            for (int number = 1; number <= copied; number++) {
                WireAnswer copy = send(part(path, number, id)
                        .header("x-amz-copy-source", source(path))
                        .header(
                                "x-amz-copy-source-range",
                                "bytes=0-" + (MIN_PART_BYTES - 1 + random.nextInt(MAX_BYTES))));
                // The status may be sent before the outcome is known.
                if (!isExpected(copy, path, 200) || !copy.text().contains("CopyPartResult")) {
                    return List.of();
                }
                tags.add(copy.element("ETag"));
            }
            WireAnswer last = send(part(path, copied + 1, id).body(Samples.bytes(random.nextInt(), size())));
            if (!isExpected(last, path, 200)) {
                return List.of();
            }
            tags.add(String.valueOf(last.header("etag")));
            return tags;
        }

        private static SignedRequest part(String path, int number, String id) {
            return SignedRequest.of("PUT", path + "?partNumber=" + number + "&uploadId=" + id);
        }

        /**
         * Leaves an upload open, with another part or the first one replaced, or aborts it: none of it shows an object.
         */
        private void endOtherwise(String path, String id, int how) {
            if (how == 0) {
                isExpected(send(SignedRequest.of("DELETE", path + "?uploadId=" + id)), path, 204);
            } else {
                isExpected(send(part(path, how, id).body(Samples.bytes(random.nextInt(), size()))), path, 200);
            }
        }

        private void deleteSeveral(String bucket) {
            StringBuilder objects = new StringBuilder();
            List<String> paths = random.ints(1L + random.nextInt(MAX_KEYS_AT_ONCE), 0, keys)
                    .distinct()
                    .mapToObj(number -> path(bucket, number))
                    .toList();
            paths.forEach(path -> objects.append("<Object><Key>")
                    .append(path.substring(path.indexOf('/', 1) + 1))
                    .append("</Key></Object>"));
            byte[] document = ("<Delete>" + objects + "</Delete>").getBytes(StandardCharsets.UTF_8);
            long began = histories.now();
            End end = End.UNKNOWN;
            try {
                WireAnswer answer = send(SignedRequest.of("POST", '/' + bucket + "?delete=")
                        .body(document)
                        .header("Content-MD5", Checksums.md5(document)));
                boolean isDone = isExpected(answer, bucket, 200)
                        && answer.text().contains("DeleteResult")
                        && !answer.text().contains("<Error>");
                end = isDone ? End.ACKNOWLEDGED : End.UNKNOWN;
            } finally {
                for (String path : paths) {
                    note(path, KeyHistories.NOTHING, began, end);
                }
            }
        }

        /** A client that goes away in the middle of its request, or before the answer. */
        private void abandon(String path) {
            SignedRequest request = put(path, size());
            S3Target target = targets.apply(random);
            long began = histories.now();
            byte[] bytes = request.bytes(target);
            int sent = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length);
            try (Wire wire = Wire.connect(target)) {
                wire.write(Arrays.copyOf(bytes, sent));
            } finally {
                note(path, lastMark(), began, End.UNKNOWN);
            }
        }

        /** Not recorded, because only the platform determines the newest version after the deletion of one. */
        private void changeVersions(String path) {
            String version = versions.remove(path);
            if (version != null) {
                send(SignedRequest.of("DELETE", path + "?versionId=" + version));
                return;
            }
            WireAnswer answer = send(put(path, size()));
            String made = answer.header("x-amz-version-id");
            if (made != null) {
                versions.put(path, made);
            }
        }

        private WireAnswer send(SignedRequest request) {
            return Wire.send(targets.apply(random), request);
        }

        private boolean isExpected(WireAnswer answer, String path, int... statuses) {
            for (int status : statuses) {
                if (answer.status() == status) {
                    return true;
                }
            }
            if (answer.status() < 500) {
                surprises.add(path + ": " + answer.status() + ' ' + answer.text());
            }
            failed.incrementAndGet();
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE.toNanos());
            return false;
        }
    }
}
