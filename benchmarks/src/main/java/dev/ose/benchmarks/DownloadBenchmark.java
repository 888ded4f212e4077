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
import java.util.Objects;

/**
 * The program behind {@code benchmarks/run downloads}: how long one download of one large object takes through a node
 * that reads ahead, beside one that does not, where a link carries ten streams of the storage, and where one stream
 * fills it. Each byte is compared.
 */
public final class DownloadBenchmark {

    private static final int MIB = 1024 * 1024;
    private static final long STREAM_BYTES = 16L * MIB;
    private static final int STREAMS = 10;
    private static final int DELAY_MILLIS = 5;
    private static final List<String> ON = List.of("s3.client.download.read-ahead=true");

    private final Path directory;
    private final int bytes;
    private final int rounds;

    private DownloadBenchmark(Path directory, int bytes, int rounds) {
        this.directory = directory;
        this.bytes = bytes;
        this.rounds = rounds;
    }

    /** Arguments: mebibytes of the object (512), rounds (3). */
    public static void main(String[] arguments) throws IOException {
        int bytes = (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 512) * MIB;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Path directory = Path.of(
                Objects.requireNonNull(System.getProperty("ose.benchmarks.directory"), "ose.benchmarks.directory"));
        Machine.describe().forEach(System.out::println);
        System.out.printf(
                "Object: %d MiB; a stream: %d MiB/s, its first byte after %d ms; median of %d rounds.%n%n",
                bytes / MIB, STREAM_BYTES / MIB, DELAY_MILLIS, rounds);
        System.out.println("| link | one stream MiB/s | read ahead MiB/s | factor |");
        System.out.println("|---|---|---|---|");
        DownloadBenchmark benchmark = new DownloadBenchmark(directory, bytes, rounds);
        benchmark.report("ten streams", new Link(STREAM_BYTES, STREAMS * STREAM_BYTES, DELAY_MILLIS));
        benchmark.report("one stream", new Link(STREAM_BYTES, STREAM_BYTES, DELAY_MILLIS));
    }

    private void report(String name, Link link) throws IOException {
        double before = rate(link, List.of());
        double after = rate(link, ON);
        System.out.printf("| %s | %.1f | %.1f | %.2f |%n", name, before, after, after / before);
    }

    /** MiB a second. */
    private double rate(Link link, List<String> options) throws IOException {
        Path own = Files.createDirectories(directory.resolve("downloads"));
        Workload workload = new Workload("download", Workload.Method.GET, bytes, 0, BodyMode.DIGEST);
        NodeServer.Build build = new NodeServer.Build(
                "node", System.getProperty("java.class.path"), new NodeServer.Arguments(List.of(), options));
        try (NarrowStorage storage = NarrowStorage.start(link);
                NodeServer node = NodeServer.start(build, NodeProgram.over(storage.endpoint()), own, null)) {
            SignedRequests requests = new SignedRequests(node);
            exchange(node, requests.createBucket(workload), 0);
            ByteBuffer download = requests.of(workload, 0).getFirst().head();
            List<Double> rates = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                long start = System.nanoTime();
                exchange(node, download, bytes);
                rates.add(bytes / (double) MIB / ((System.nanoTime() - start) / 1e9));
            }
            return rates.stream().sorted().toList().get(rounds / 2);
        }
    }

    private static void exchange(NodeServer node, ByteBuffer request, int expectedBytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
        try (SocketChannel channel = SocketChannel.open(node.address())) {
            ByteBuffer head = request.duplicate();
            while (head.hasRemaining()) {
                channel.write(head);
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
