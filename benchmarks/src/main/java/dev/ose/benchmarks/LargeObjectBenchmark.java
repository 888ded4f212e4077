package dev.ose.benchmarks;

import dev.ose.benchmarks.NarrowStorage.Link;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The program behind {@code benchmarks/run downloads} and {@code benchmarks/run uploads}: how long one request with one
 * large object takes through a node that reads ahead, or stores in parts, beside one that does not, where a link
 * carries ten streams of the storage, and where one stream fills it. Each byte is compared.
 */
public final class LargeObjectBenchmark {

    private static final int MIB = 1024 * 1024;
    private static final long STREAM_BYTES = 16L * MIB;
    private static final int STREAMS = 10;
    private static final int DELAY_MILLIS = 5;
    private static final int PART_BYTES = 8 * MIB;

    /** Parts of uploads may take 3/64 of it, and one tenant half of that. */
    private static final List<String> JVM_OPTIONS = List.of("-XX:MaxDirectMemorySize=3g");

    private final Path directory;
    private final Direction direction;
    private final int bytes;
    private final int rounds;

    private enum Direction {
        DOWNLOADS("read ahead", Workload.Method.GET),
        UPLOADS("in parts", Workload.Method.PUT);

        private final String title;
        private final Workload.Method method;

        Direction(String title, Workload.Method method) {
            this.title = title;
            this.method = method;
        }

        private List<String> options() {
            return switch (this) {
                case DOWNLOADS -> List.of("s3.client.download.read-ahead=true");
                // The object may be as long as the threshold, above which objects are split.
                case UPLOADS ->
                    List.of(
                            "s3.client.upload.multipart=true",
                            "s3.client.upload.multipart.threshold=" + MIB,
                            "s3.client.upload.multipart.mini-part-size=" + PART_BYTES);
            };
        }
    }

    private LargeObjectBenchmark(Path directory, Direction direction, int bytes, int rounds) {
        this.directory = directory;
        this.direction = direction;
        this.bytes = bytes;
        this.rounds = rounds;
    }

    /** Arguments: downloads or uploads, mebibytes of the object (512), rounds (3). */
    public static void main(String[] arguments) throws IOException {
        Direction direction = Direction.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int bytes = (arguments.length > 1 ? Integer.parseInt(arguments[1]) : 512) * MIB;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        Path directory = RunDirectory.get();
        Machine.describe().forEach(System.out::println);
        System.out.printf(
                "Object: %d MiB; a stream: %d MiB/s, its answer after %d ms; median of %d rounds.%n%n",
                bytes / MIB, STREAM_BYTES / MIB, DELAY_MILLIS, rounds);
        System.out.printf("| link | one stream MiB/s | %s MiB/s | factor |%n", direction.title);
        System.out.println("|---|---|---|---|");
        LargeObjectBenchmark benchmark = new LargeObjectBenchmark(directory, direction, bytes, rounds);
        benchmark.report("ten streams", new Link(STREAM_BYTES, STREAMS * STREAM_BYTES, DELAY_MILLIS));
        benchmark.report("one stream", new Link(STREAM_BYTES, STREAM_BYTES, DELAY_MILLIS));
    }

    private void report(String name, Link link) throws IOException {
        double before = rate(link, List.of());
        double after = rate(link, direction.options());
        System.out.printf("| %s | %.1f | %.1f | %.2f |%n", name, before, after, after / before);
    }

    /** MiB a second. */
    private double rate(Link link, List<String> options) throws IOException {
        Path own = Files.createDirectories(directory.resolve("large-objects"));
        Workload workload = new Workload("large-object", direction.method, bytes, 0, BodyMode.DIGEST);
        NodeServer.Build build = new NodeServer.Build(
                "node", System.getProperty("java.class.path"), new NodeServer.Arguments(JVM_OPTIONS, options));
        try (NarrowStorage storage = NarrowStorage.start(link, PART_BYTES);
                NodeServer node = NodeServer.start(build, NodeProgram.over(storage.endpoint()), own, null)) {
            SignedRequests requests =
                    new SignedRequests(node.address(), new LoadUser(node.keys(), node.bucketOf(workload)));
            exchange(node, new LoadRequest(requests.createBucket(), ByteBuffer.allocate(0)), 0);
            LoadRequest request = requests.of(workload, 0).getFirst();
            int expectedBytes = direction == Direction.DOWNLOADS ? bytes : 0;
            List<Double> rates = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                long start = System.nanoTime();
                exchange(node, request, expectedBytes);
                rates.add(bytes / (double) MIB / ((System.nanoTime() - start) / 1e9));
            }
            return rates.stream().sorted().toList().get(rounds / 2);
        }
    }

    private static void exchange(NodeServer node, LoadRequest request, int expectedBytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
        try (SocketChannel channel = SocketChannel.open(node.address())) {
            for (ByteBuffer bytes :
                    List.of(request.head().duplicate(), request.body().duplicate())) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            int at = skipHead(channel, buffer);
            while (at < expectedBytes) {
                at = compare(buffer, at);
                buffer.clear();
                if (at < expectedBytes && channel.read(buffer) < 0) {
                    throw new EOFException("the answer ended after " + at + " bytes");
                }
                buffer.flip();
            }
        }
    }

    /** Reads the head of the answer, and leaves what came after it in the buffer. */
    private static int skipHead(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (true) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("no answer");
            }
            String text = StandardCharsets.ISO_8859_1
                    .decode(buffer.duplicate().flip())
                    .toString();
            int end = text.indexOf("\r\n\r\n");
            if (end >= 0) {
                if (!text.startsWith("HTTP/1.1 200 ")) {
                    throw new IOException(text);
                }
                buffer.flip().position(end + 4);
                return 0;
            }
        }
    }

    private static int compare(ByteBuffer buffer, int from) throws IOException {
        int at = from;
        while (buffer.hasRemaining()) {
            if (buffer.get() != Content.at(at)) {
                throw new IOException("another byte at " + at);
            }
            at++;
        }
        return at;
    }
}
