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

/** Threads, buffers and limits shared by all listeners of a node. Thread-safe. Closing it ends every connection. */
public final class ClientWorker implements AutoCloseable, RefusalHost {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int BUFFERS_KEPT_PER_THREAD = 128;
    /** A connection holds one while a head is incomplete. */
    private static final int HEAD_BUFFER_BYTES = 16 * 1024;

    /** The largest TLS record and its header. */
    private static final int TLS_BUFFER_BYTES = 17 * 1024;

    /** The state of a connection's framing gate, parser and channel. */
    private static final int STATE_BYTES = 1024;

    /** The memory of a plain connection: an incomplete head. */
    static final int HELD_BYTES = HEAD_BUFFER_BYTES + STATE_BYTES;

    /** In addition an incomplete received TLS record, a decrypted one that was not read, and an unsent one. */
    static final int HELD_BYTES_WITH_TLS = HELD_BYTES + 3 * TLS_BUFFER_BYTES;

    /** Undertow itself rarely uses these threads. */
    private static final int MAX_TASK_THREADS = 4;

    /** Maximum number of waiting handshake steps; each takes milliseconds, so they wait seconds at most. */
    private static final int QUEUED_HANDSHAKES = 2_048;

    private static final int STOP_SECONDS = 10;

    /** A document takes several times its length while it is parsed, validated and rewritten. */
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
    private final IoThreadBufferPool platformBufferPool;
    private final IoThreadBufferPool platformTlsBufferPool;
    private final FairThreads blockingTasks;
    private final FairThreads handshakes;
    private final AddressLimit addressLimit;
    private final FairBudget documentMemory =
            new FairBudget(Runtime.getRuntime().maxMemory() / DOCUMENTS_PART_OF_HEAP);
    private final FairBudget answerMemory = new FairBudget(Runtime.getRuntime().maxMemory() / ANSWERS_PART_OF_HEAP);
    private final LongAdder refusals = new LongAdder();
    private final InFlightTracker drainGate = new InFlightTracker();
    private volatile boolean windingDown;
    private volatile boolean isDrained;
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
        this.headBufferPool = pool(HEAD_BUFFER_BYTES, memory.ofClients());
        this.tlsBufferPool = pool(TLS_BUFFER_BYTES, memory.ofClients());
        this.platformBufferPool = pool(HEAD_BUFFER_BYTES, memory.ofPlatforms());
        this.platformTlsBufferPool = pool(TLS_BUFFER_BYTES, memory.ofPlatforms());
        this.handshakes = handshakers(settings.threads().io());
        this.addressLimit = new AddressLimit(settings.connectionLimit(), memory.clientConnections());
        this.blockingTasks = new FairThreads(
                "blocking-",
                settings.threads().blocking(),
                settings.threads().blockingPerShare(),
                settings.threads().queuedBlocking());
    }

    /**
     * Half as many as I/O threads, so that a flood of handshakes leaves processors to established connections. One
     * network, such as that of a balancer, may use all of them, because each step is short and the next one may be
     * another network's.
     */
    private static FairThreads handshakers(int ioThreads) {
        int most = Math.max(1, ioThreads / 2);
        return FairThreads.ofPlatform("handshake-", most, most, QUEUED_HANDSHAKES);
    }

    /**
     * Starts the threads; listeners may then be opened on it.
     *
     * @param memory shared by all workers of this JVM
     */
    public static ClientWorker start(ListenerSettings settings, BufferMemory memory) {
        OptionMap options = OptionMap.builder()
                .set(Options.WORKER_NAME, "client")
                .set(Options.WORKER_IO_THREADS, settings.threads().io())
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
     * The handler as one of Undertow, for use within another server. It must be called on the I/O thread before
     * anything was read from the body, on a connection of a {@link ClientListener}, whose gate validates the framing.
     */
    public HttpHandler mount(ClientRequestHandler handler) {
        return new ExchangeHandler(this, handler, false);
    }

    /**
     * The same for a host name at which another server serves pages to browsers. Stored objects must not act as such
     * pages or with the viewer's session: each answer makes browsers sandbox it, without scripts and forms, and not
     * sniff its media type.
     *
     * @see <a href="https://www.w3.org/TR/CSP3/#directive-sandbox">CSP, sandbox</a>
     */
    public HttpHandler mountBesidePages(ClientRequestHandler handler) {
        return new ExchangeHandler(this, handler, true);
    }

    /**
     * Wraps another server for connections of listeners on these threads. Its requests are included when the node
     * stops: {@link #windDown} closes their connections, {@link #drain} waits for them and refuses new ones with 503.
     */
    public HttpHandler lendTo(HttpHandler server) {
        return new LentConnections(this, server);
    }

    /** Lets each I/O thread report to the pulse. */
    public void beatIn(Pulse pulse) {
        synchronized (sweeps) {
            for (int i = 0; i < settings.threads().io(); i++) {
                Pulse.Beat beat = pulse.begin();
                beats.add(beat);
                sweeps.add(threads.getIoThread(i)
                        .executeAtInterval(beat, Pulse.INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
            }
        }
    }

    /**
     * Closes each connection after its next answer, so that clients reconnect to another node; requests are still
     * served.
     */
    public void windDown() {
        windingDown = true;
    }

    /** Does as {@link #windDown} does, or ends that unless the node is stopping. */
    public void setDrained(boolean drained) {
        isDrained = drained;
    }

    boolean isWindingDown() {
        return windingDown || isDrained || drainGate.isClosed();
    }

    /**
     * Refuses new requests with 503 and blocks until those in flight have ended. Includes the requests of all listeners
     * and mounts; connections stay open until {@link #close}.
     *
     * @return whether all requests ended in time
     */
    public boolean drain(Duration atMost) throws InterruptedException {
        return drainGate.drain(atMost);
    }

    /** The number of requests in flight. */
    public long requestsInFlight() {
        return drainGate.inFlight();
    }

    /** The number of open connections of clients. */
    public long openConnections() {
        return addressLimit.open();
    }

    /** The number of requests refused for their framing, since the start. */
    public long requestsRefused() {
        return refusals.sum();
    }

    /** The number of connections closed because of the limit per address or for lack of memory, since the start. */
    public long connectionsRefused() {
        return addressLimit.refused();
    }

    /** The memory budget of clients' documents: an eighth of the heap. */
    public FairBudget documentMemory() {
        return documentMemory;
    }

    /** The memory budget of blocking servers' answers that clients have not read: a sixteenth of the heap. */
    public FairBudget answerMemory() {
        return answerMemory;
    }

    /** Closes every connection and stops the threads. Blocks for some seconds at most. */
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

    /** The load balancers whose PROXY headers are trusted. */
    TrustedBalancers balancers() {
        return new TrustedBalancers(
                settings.intermediaries().balancers(), settings.timeouts().head(), this::countRefusal);
    }

    /** The forwarders whose headers are trusted. */
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

    /** Runs a task on one of the I/O threads, for work outside of a client's request. */
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

    /** The pool of buffers for transfers of bodies. Kept per thread; call on I/O threads. */
    @Override
    public ByteBufferPool bufferPool() {
        return bufferPool;
    }

    /** The pool of buffers for requests' heads; otherwise like {@link #bufferPool()}. */
    ByteBufferPool headBufferPool() {
        return headBufferPool;
    }

    /** The pool of buffers for TLS records of clients; otherwise like {@link #bufferPool()}. */
    ByteBufferPool tlsBufferPool() {
        return tlsBufferPool;
    }

    /** The pool of buffers for the heads of platforms' answers; otherwise like {@link #bufferPool()}. */
    public ByteBufferPool platformBufferPool() {
        return platformBufferPool;
    }

    /** The pool of buffers for TLS records of platforms; otherwise like {@link #bufferPool()}. */
    public ByteBufferPool platformTlsBufferPool() {
        return platformTlsBufferPool;
    }

    /** The threads of handshake steps. */
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

    /** The reaper of this thread; it starts with the first request there. */
    SlowClientReaper reaper(XnioIoThread thread) {
        SlowClientReaper reaper = reapers.get(thread);
        return reaper == null ? reapers.computeIfAbsent(thread, this::startReaper) : reaper;
    }

    private SlowClientReaper startReaper(XnioIoThread thread) {
        // A thirtieth of the window: a second by default.
        long sweepNanos = settings.minimumRate().window().toNanos() / 30;
        SlowClientReaper reaper = new SlowClientReaper(settings.minimumRate(), sweepNanos, nanoTime());
        synchronized (sweeps) {
            sweeps.add(thread.executeAtInterval(() -> reaper.sweep(nanoTime()), sweepNanos, TimeUnit.NANOSECONDS));
        }
        return reaper;
    }

    /** Undertow's options. Its limits are wider than those of this package, which therefore answers. */
    OptionMap undertowOptions() {
        var timeouts = settings.timeouts();
        return OptionMap.builder()
                .set(UndertowOptions.DECODE_URL, false)
                .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
                // Undertow's default is 2 MiB; objects have limits of their own.
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
                .set(Options.WORKER_IO_THREADS, settings.threads().io())
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
