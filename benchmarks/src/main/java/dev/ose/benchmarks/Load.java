package dev.ose.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Keeps a number of connections busy, all from the calling thread: with few processors, a load that itself needs many
 * threads measures their scheduling.
 */
public final class Load implements AutoCloseable {

    private static final int READ_BYTES = 256 * 1024;
    private static final long SELECT_MILLIS = 100;
    private static final Duration LAST_ANSWERS_LIMIT = Duration.ofSeconds(30);

    private final ServerUnderTest server;
    private final Workload workload;
    private final Selector selector;
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(READ_BYTES);
    private Latencies latencies = new Latencies();
    private long requests;
    private int busy;
    private boolean isEnding;

    private Load(ServerUnderTest server, Workload workload, int connections) throws IOException {
        this.server = server;
        this.workload = workload;
        this.selector = Selector.open();
        List<SignedRequests> ofUsers = server.users(workload).stream()
                .map(user -> new SignedRequests(server.address(), user))
                .toList();
        // All are made before the first connection is opened, which the server would close while it is idle.
        List<List<LoadRequest>> requestsOfClients = IntStream.range(0, connections)
                .mapToObj(connection -> requests(ofUsers, connection, connections))
                .toList();
        for (int connection = 0; connection < connections; connection++) {
            clients.add(
                    new Client(server, selector, requestsOfClients.get(connection), workload.responseBody(connection)));
        }
    }

    /** Those of one connection: it sends for one user, or for its share of them in turns if there are more users. */
    private List<LoadRequest> requests(List<SignedRequests> ofUsers, int connection, int connections) {
        if (ofUsers.size() <= connections) {
            return ofUsers.get(connection % ofUsers.size()).of(workload, connection);
        }
        int users = Math.ceilDiv(ofUsers.size() - connection, connections);
        int objects = Math.ceilDiv(workload.objectsPerConnection(), users);
        List<List<LoadRequest>> shares = IntStream.range(0, users)
                .mapToObj(user -> ofUsers.get(connection + user * connections).of(workload, connection, objects))
                .toList();
        return IntStream.range(0, objects)
                .boxed()
                .flatMap(object -> shares.stream().map(share -> share.get(object)))
                .toList();
    }

    /** Creates the workload's bucket on the server; that it exists already is no failure. */
    public static void prepare(ServerUnderTest server, Workload workload) {
        prepare(server, new LoadUser(server.keys(), server.bucketOf(workload)));
    }

    /** Creates the user's bucket on the server; that it exists already is no failure. */
    static void prepare(ServerUnderTest server, LoadUser user) {
        ByteBuffer head = new SignedRequests(server.address(), user).createBucket();
        try (TlsLink link = TlsLink.over(SocketChannel.open(server.address()), server.trust())) {
            link.write(new ByteBuffer[] {head});
            ByteBuffer answer = ByteBuffer.allocate(READ_BYTES);
            if (link.read(answer) < 0) {
                throw new EOFException("no answer to CreateBucket");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Opens the connections and begins.
     *
     * @throws UncheckedIOException if the server does not take them
     */
    public static Load start(ServerUnderTest server, Workload workload, int connections) {
        try {
            Load load = new Load(server, workload, connections);
            for (Client client : load.clients) {
                load.send(client);
            }
            return load;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs the load for a while.
     *
     * @throws IllegalStateException if an answer is wrong
     * @throws UncheckedIOException if a connection breaks
     */
    public Measurement run(Duration window) {
        long end = System.nanoTime() + window.toNanos();
        return measureWhile(() -> System.nanoTime() < end);
    }

    /** The same until so many requests were answered. */
    public Measurement run(long answeredRequests) {
        return measureWhile(() -> requests < answeredRequests);
    }

    /** The same until each client has the answers to all of its requests. */
    public Measurement runAll() {
        return measureWhile(() -> !clients.stream().allMatch(Client::hasSentAll));
    }

    private Measurement measureWhile(BooleanSupplier isOn) {
        latencies = new Latencies();
        requests = 0;
        Duration processor = ProcessUsage.processorTime(server.processes());
        Duration database = ProcessUsage.processorTime(server.databaseProcesses());
        long began = System.nanoTime();
        while (isOn.getAsBoolean()) {
            step();
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        return new Measurement(
                workload,
                requests,
                elapsed,
                ProcessUsage.processorTime(server.processes()).minus(processor),
                ProcessUsage.processorTime(server.databaseProcesses()).minus(database),
                ProcessUsage.residentBytes(server.processes()),
                latencies);
    }

    private void step() {
        try {
            selector.select(this::serve, SELECT_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(SelectionKey key) {
        Client client = (Client) key.attachment();
        try {
            // What arrives before a request is sent is the reason why the server takes no more of it.
            if (key.isWritable() && !key.isReadable()) {
                client.write();
            }
            if (key.isReadable() && client.read(incoming)) {
                busy--;
                requests++;
                latencies.add(System.nanoTime() - client.sentNanos());
                if (!isEnding) {
                    send(client);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(Client client) throws IOException {
        busy++;
        client.send(System.nanoTime());
    }

    /** Takes the last answers, so that the server is left with nothing half done, and closes the connections. */
    @Override
    public void close() {
        isEnding = true;
        long deadline = System.nanoTime() + LAST_ANSWERS_LIMIT.toNanos();
        try (selector) {
            while (busy > 0 && System.nanoTime() < deadline) {
                step();
            }
            for (Client client : clients) {
                client.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
