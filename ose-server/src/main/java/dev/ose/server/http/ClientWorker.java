package dev.ose.server.http;

import dev.ose.server.http.framing.RefusalHost;
import dev.ose.server.http.proxy.TrustedBalancers;
import dev.ose.server.http.proxy.TrustedForwarders;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.fairness.FairThreads;
import dev.ose.server.runtime.lifecycle.Pulse;
import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.HttpHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioExecutor;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/**
 * The threads, buffers and limits that all listeners of a node share. Thread-safe. Closing it ends every connection.
 */
public final class ClientWorker implements AutoCloseable, RefusalHost {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int BUFFERS_KEPT_PER_THREAD = 128;
    /** A connection holds one for as long as it has sent a part of a head. */
    private static final int HEAD_BUFFER_BYTES = 16 * 1024;

    /** The largest TLS record and its header. */
    private static final int TLS_BUFFER_BYTES = 17 * 1024;

    /** A part of a head. */
    static final int HELD_BYTES = HEAD_BUFFER_BYTES;

    /** And a part of a record that was received, and one that is not taken. */
    static final int HELD_BYTES_WITH_TLS = HEAD_BUFFER_BYTES + 2 * TLS_BUFFER_BYTES;

    /** For what Undertow itself puts off, which is hardly anything. */
    private static final int MAX_TASK_THREADS = 4;

    /** How many steps of handshakes may wait; each takes a thread milliseconds, so they wait seconds at most. */
    private static final int QUEUED_HANDSHAKES = 2_048;

    private static final int STOP_SECONDS = 10;

    /** A document takes up some times its length while it is read, checked and written anew. */
    private static final int DOCUMENTS_PART_OF_HEAP = 8;

    private static final int ANSWERS_PART_OF_HEAP = 16;

    private static final int HEAD_BYTES_BEYOND_THE_GATE = 64 * 1024;
    private static final int HEADERS_BEYOND_THE_GATE = 256;
    private static final int PARAMETERS_BEYOND_THE_GATE = 64 * 1024;

    private final ListenerSettings settings;
    private final XnioWorker threads;
    private final IoThreadBufferPool bufferPool;
    private final IoThreadBufferPool headBufferPool;
    private final IoThreadBufferPool tlsBufferPool;
    private final FairThreads blockingTasks;
    private final FairThreads handshakes;
    private final AddressLimit addressLimit;
    private final FairBudget documentMemory =
            new FairBudget(Runtime.getRuntime().maxMemory() / DOCUMENTS_PART_OF_HEAP);
    private final FairBudget answerMemory = new FairBudget(Runtime.getRuntime().maxMemory() / ANSWERS_PART_OF_HEAP);
    private final LongAdder refusals = new LongAdder();
    private final InFlightTracker drainGate = new InFlightTracker();
    private volatile boolean windingDown;
    private final ConcurrentHashMap<XnioIoThread, SlowClientReaper> reapers = new ConcurrentHashMap<>();
    private final List<XnioExecutor.Key> sweeps = new ArrayList<>();
    private final List<Pulse.Beat> beats = new ArrayList<>();

    private static IoThreadBufferPool pool(int bufferBytes, BufferRegion memory) {
        return new IoThreadBufferPool(bufferBytes, BUFFERS_KEPT_PER_THREAD, memory);
    }

    private ClientWorker(ListenerSettings settings, BufferMemory memory, XnioWorker threads) {
        this.settings = settings;
        this.threads = threads;
        this.bufferPool = pool(BUFFER_BYTES, memory.ofTransfers());
        this.headBufferPool = pool(HEAD_BUFFER_BYTES, memory.ofConnections());
        this.tlsBufferPool = pool(TLS_BUFFER_BYTES, memory.ofConnections());
        this.handshakes = handshakers(settings.ioThreads());
        this.addressLimit = new AddressLimit(settings.connectionLimit(), memory.connections());
        this.blockingTasks = new FairThreads(
                "blocking-",
                settings.blockingTasks(),
                settings.blockingTasksPerShare(),
                settings.queuedBlockingTasks());
    }

    /**
     * Half as many as I/O threads: a flood of handshakes leaves processors to connections that are established. One
     * network may take all of them, as the clients behind a balancer do, because each step is short and the next one is
     * another network's.
     */
    private static FairThreads handshakers(int ioThreads) {
        int most = Math.max(1, ioThreads / 2);
        return FairThreads.ofPlatform("handshake-", most, most, QUEUED_HANDSHAKES);
    }

    /**
     * Starts the threads; listeners may then be opened on them.
     *
     * @param memory of the buffers of all workers there are
     */
    public static ClientWorker start(ListenerSettings settings, BufferMemory memory) {
        OptionMap options = OptionMap.builder()
                .set(Options.WORKER_NAME, "client")
                .set(Options.WORKER_IO_THREADS, settings.ioThreads())
                .set(Options.WORKER_TASK_CORE_THREADS, 1)
                .set(Options.WORKER_TASK_MAX_THREADS, MAX_TASK_THREADS)
                .set(Options.TCP_NODELAY, true)
                .getMap();
        try {
            XnioWorker threads =
                    Xnio.getInstance(ClientWorker.class.getClassLoader()).createWorker(options);
            return new ClientWorker(settings, memory, threads);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the I/O threads", e);
        }
    }

    /**
     * The handler as Undertow sees it, for a server of somebody else: must be called on the I/O thread before anything
     * was read from the body, on a connection of a {@link ClientListener}, because only its gate knows safe framing.
     */
    public HttpHandler mount(ClientRequestHandler handler) {
        return new ExchangeHandler(this, handler, false);
    }

    /**
     * The same for a host name at which another server serves pages to browsers. What clients store here must not act
     * as one of those, or with the login of who looks at it: each answer tells browsers to give it an origin of its
     * own, without scripts and forms, and to take it for nothing else than its media type says.
     *
     * @see <a href="https://www.w3.org/TR/CSP3/#directive-sandbox">CSP, sandbox</a>
     */
    public HttpHandler mountBesidePages(ClientRequestHandler handler) {
        return new ExchangeHandler(this, handler, true);
    }

    /**
     * Another server, for connections of listeners on these threads. Its requests count as ours do when the node stops:
     * {@link #windDown} ends their connections, {@link #drain} waits for them and refuses new ones with 503.
     */
    public HttpHandler lendTo(HttpHandler server) {
        return new LentConnections(this, server);
    }

    /** Lets each I/O thread beat from now on. */
    public void beatIn(Pulse pulse) {
        synchronized (sweeps) {
            for (int i = 0; i < settings.ioThreads(); i++) {
                Pulse.Beat beat = pulse.begin();
                beats.add(beat);
                sweeps.add(threads.getIoThread(i)
                        .executeAtInterval(beat, Pulse.INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
            }
        }
    }

    /** From now on each answer ends its connection, so that clients come back elsewhere; everything is still served. */
    public void windDown() {
        windingDown = true;
    }

    boolean isWindingDown() {
        return windingDown || drainGate.isClosed();
    }

    /**
     * Refuses new requests with 503 and blocks until those in flight are over. Requests of all listeners and mounts
     * count; connections stay open until {@link #close}.
     *
     * @return whether all requests ended in time
     */
    public boolean drain(Duration atMost) throws InterruptedException {
        return drainGate.drain(atMost);
    }

    /** Requests being handled now. */
    public long requestsInFlight() {
        return drainGate.inFlight();
    }

    /** Requests refused for their framing, since the start. */
    public long requestsRefused() {
        return refusals.sum();
    }

    /** Connections closed because their address, or all together, had too many, since the start. */
    public long connectionsRefused() {
        return addressLimit.refused();
    }

    /** The bytes that documents of clients may take up together: an eighth of the heap. */
    public FairBudget documentMemory() {
        return documentMemory;
    }

    /**
     * The bytes that answers of servers that block may take up together until clients have read them: a sixteenth of
     * the heap.
     */
    public FairBudget answerMemory() {
        return answerMemory;
    }

    /** Ends every connection and stops the threads. Blocks for some seconds at most. */
    @Override
    public void close() {
        blockingTasks.close();
        handshakes.close();
        synchronized (sweeps) {
            sweeps.forEach(XnioExecutor.Key::remove);
            sweeps.clear();
            beats.forEach(Pulse.Beat::close);
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    AddressLimit addressLimit() {
        return addressLimit;
    }

    /** Whose PROXY headers are believed. */
    TrustedBalancers balancers() {
        return new TrustedBalancers(
                settings.intermediaries().balancers(), settings.timeouts().head(), this::countRefusal);
    }

    /** Whose headers are believed. */
    TrustedForwarders forwarders() {
        return settings.intermediaries().forwarders();
    }

    @Override
    public void countRefusal() {
        refusals.increment();
    }

    ListenerSettings settings() {
        return settings;
    }

    /** Runs a task on one of the I/O threads, for work that no client's request began. */
    public void executeOnIoThread(Runnable task) {
        threads.getIoThread().execute(task);
    }

    XnioWorker threads() {
        return threads;
    }

    @Override
    public Duration linger() {
        return settings.timeouts().linger();
    }

    /** The buffers of the I/O threads, for whoever else moves bytes there. Bounded per thread; lend on I/O threads. */
    @Override
    public ByteBufferPool bufferPool() {
        return bufferPool;
    }

    /** Lends the buffers into which requests' heads are read; as {@link #bufferPool()} otherwise. */
    ByteBufferPool headBufferPool() {
        return headBufferPool;
    }

    /** Lends buffers that hold a TLS record; as {@link #bufferPool()} otherwise. */
    public ByteBufferPool tlsBufferPool() {
        return tlsBufferPool;
    }

    /** Where TLS computes the steps of handshakes. */
    FairThreads handshakes() {
        return handshakes;
    }

    FairThreads blockingTasks() {
        return blockingTasks;
    }

    InFlightTracker drainGate() {
        return drainGate;
    }

    long nanoTime() {
        return System.nanoTime();
    }

    /** The reaper of this thread, which begins to sweep with the first request there. */
    SlowClientReaper reaper(XnioIoThread thread) {
        SlowClientReaper reaper = reapers.get(thread);
        return reaper == null ? reapers.computeIfAbsent(thread, this::startReaper) : reaper;
    }

    private SlowClientReaper startReaper(XnioIoThread thread) {
        // A thirtieth of the window, a second by default.
        long sweepNanos = settings.minimumRate().window().toNanos() / 30;
        SlowClientReaper reaper = new SlowClientReaper(settings.minimumRate(), sweepNanos, nanoTime());
        synchronized (sweeps) {
            sweeps.add(thread.executeAtInterval(() -> reaper.sweep(nanoTime()), sweepNanos, TimeUnit.NANOSECONDS));
        }
        return reaper;
    }

    /** What Undertow is told. Its own limits stand behind ours, so that it is us who answer. */
    OptionMap undertowOptions() {
        var timeouts = settings.timeouts();
        return OptionMap.builder()
                .set(UndertowOptions.DECODE_URL, false)
                .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
                // Undertow would refuse 2 MiB and more; objects have their own limits.
                .set(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .set(UndertowOptions.MAX_HEADER_SIZE, HEAD_BYTES_BEYOND_THE_GATE)
                .set(UndertowOptions.MAX_HEADERS, HEADERS_BEYOND_THE_GATE)
                .set(UndertowOptions.MAX_PARAMETERS, PARAMETERS_BEYOND_THE_GATE)
                .set(UndertowOptions.REQUEST_PARSE_TIMEOUT, millis(timeouts.head()))
                .set(UndertowOptions.NO_REQUEST_TIMEOUT, millis(timeouts.betweenRequests()))
                .set(UndertowOptions.IDLE_TIMEOUT, millis(timeouts.silence()))
                .set(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
                .set(UndertowOptions.BUFFER_PIPELINED_DATA, false)
                .set(UndertowOptions.ENABLE_HTTP2, false)
                .getMap();
    }

    OptionMap socketOptions() {
        return OptionMap.builder()
                .set(Options.WORKER_IO_THREADS, settings.ioThreads())
                .set(Options.TCP_NODELAY, true)
                .set(Options.REUSE_ADDRESSES, true)
                .set(Options.KEEP_ALIVE, true)
                .set(Options.BALANCING_TOKENS, 1)
                .set(Options.BALANCING_CONNECTIONS, 2)
                .set(Options.BACKLOG, settings.backlog())
                .getMap();
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
