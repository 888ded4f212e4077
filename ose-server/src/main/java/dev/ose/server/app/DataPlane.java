package dev.ose.server.app;

import dev.ose.config.AdminOptions;
import dev.ose.config.Configuration;
import dev.ose.config.NodeOptions;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import dev.ose.config.SyncOptions;
import dev.ose.s3.operation.S3Addressing;
import dev.ose.server.access.Authorizer;
import dev.ose.server.accounting.upload.UploadCheck;
import dev.ose.server.app.servlet.AdminServer;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.ownership.BucketClaimRecovery;
import dev.ose.server.catalog.label.LabelIndexer;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.platform.client.ListedProbe;
import dev.ose.server.platform.client.PlatformCorsRules;
import dev.ose.server.platform.client.PlatformProbe;
import dev.ose.server.platform.client.S3LabelProbe;
import dev.ose.server.platform.client.S3OwnerBucketList;
import dev.ose.server.platform.client.S3PlatformListing;
import dev.ose.server.platform.client.S3SharingDocuments;
import dev.ose.server.platform.client.S3UploadListing;
import dev.ose.server.platform.client.S3UploadProbe;
import dev.ose.server.platform.client.VersionPages;
import dev.ose.server.platform.client.VersioningSetting;
import dev.ose.server.platform.client.VersionsProbe;
import dev.ose.server.platform.probe.CapabilityKeeper;
import dev.ose.server.platform.probe.CapabilityProbe;
import dev.ose.server.platform.transport.PlatformRoutes;
import dev.ose.server.platform.transport.PlatformTls;
import dev.ose.server.platform.transport.UpstreamSettings;
import dev.ose.server.platform.transport.UpstreamTransport;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.LineWriter;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.RequestLog;
import dev.ose.server.runtime.telemetry.RequestMetrics;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.runtime.telemetry.RequestSummary;
import dev.ose.server.s3.S3Pipeline;
import dev.ose.server.s3.auth.Authenticator;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.sync.RowListing;
import dev.ose.server.sync.SyncRunner;
import dev.ose.server.sync.SyncSchedule;
import dev.ose.server.sync.UploadComparison;
import dev.ose.server.sync.VersioningCheck;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import io.undertow.server.HttpHandler;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** The listeners that S3 clients talk to, and what handles their requests. */
final class DataPlane implements AutoCloseable {

    private static final Clock CLOCK = Clock.systemUTC();
    private static final int WAITERS_PER_CONNECTION = 2;

    private final ClientWorker worker;
    private final Duration notice;
    private final Duration grace;
    private @Nullable ClientListener plain;
    private @Nullable ClientListener tls;

    private DataPlane(ClientWorker worker, Duration notice, Duration grace) {
        this.worker = worker;
        this.notice = notice;
        this.grace = grace;
    }

    /** Opens the listeners; they stop with the node, letting requests in flight finish. */
    static DataPlane start(
            Configuration configuration,
            DomainFactory.Domain domain,
            Metrics metrics,
            ServletWebServerApplicationContext admin,
            Parts parts,
            S3Mount mount) {
        RequestRecorder recorder = recorder(configuration, metrics, parts);
        ClientWorker worker = ClientWorker.start(Listeners.ofS3(configuration));
        DataPlane plane = parts.add(
                "S3",
                new DataPlane(
                        worker,
                        configuration.get(NodeOptions.SHUTDOWN_NOTICE),
                        configuration.get(NodeOptions.SHUTDOWN_GRACE)));
        UpstreamTransport transport = transport(configuration, worker);
        show(worker, metrics);
        metrics.showPlatform(transport::openConnections, transport::waitingRequests, transport::refusedRequests);
        PlatformClient questions = new PlatformClient(transport, worker::executeOnIoThread);
        Supplier<PooledBuffer> buffers = () -> ChannelBuffer.from(worker.bufferPool());
        domain.shares().readBy(new S3SharingDocuments(domain.platforms(), questions, buffers));
        verify(domain, questions, buffers, parts);
        probe(configuration, domain, questions, worker, parts);
        sync(configuration, domain, questions, worker, parts);
        BucketNotifications notices = domain.admin().platforms().notices();
        metrics.showNotices(notices::marked, notices::known, notices::ignored);
        show(domain, metrics);
        CorsRules rules = corsRules(domain, worker, questions);
        S3Services services = services(configuration, domain, recorder, worker, transport, rules);
        S3Pipeline pipeline = pipeline(configuration, domain, services, "");
        mount.open(worker.mountBesidePages(pipeline(configuration, domain, services, S3Mount.PATH_PREFIX)));
        plane.open(configuration, pipeline, admin);
        // The last part is the first to stop: what works beside requests may take its time, and clients are told
        // before.
        AutoCloseable notice = plane::giveNotice;
        parts.add("notice to clients", notice);
        return plane;
    }

    /** Management, if the S3 listeners serve it too, is on the one with TLS where there is one: logins are shown to it. */
    private void open(Configuration configuration, S3Pipeline pipeline, ServletWebServerApplicationContext admin) {
        HttpHandler s3 = worker.mount(pipeline);
        HttpHandler front = configuration.get(S3Options.MANAGEMENT)
                ? new SharedPort(
                        WebConfiguration.adminNames(configuration),
                        s3,
                        worker.mountBesidePages(pipeline),
                        worker.lendTo(
                                ((AdminServer) Objects.requireNonNull(admin.getWebServer())).forListenersOf(worker)))
                : s3;
        boolean hasTls = configuration.find(S3Options.TLS_PORT).isPresent();
        plain = Listeners.open(
                configuration,
                S3Options.PORT,
                () -> ClientListener.openFor(
                        worker, Listeners.address(configuration, S3Options.PORT), hasTls ? s3 : front, null));
        if (hasTls) {
            SslBundles certificates = admin.getBean(SslBundles.class);
            ClientListener secured = Listeners.open(
                    configuration,
                    S3Options.TLS_PORT,
                    () -> ClientListener.openFor(
                            worker,
                            Listeners.address(configuration, S3Options.TLS_PORT),
                            front,
                            certificates.getBundle(SpringProperties.S3_BUNDLE).createSslContext()));
            tls = secured;
            certificates.addBundleUpdateHandler(
                    SpringProperties.S3_BUNDLE, changed -> secured.updateTls(changed.createSslContext()));
        }
    }

    /** The figures of the work beside requests. */
    private static void show(DomainFactory.Domain domain, Metrics metrics) {
        ObjectListing listing = domain.objects().listing();
        metrics.showListing(listing::listed, listing::passedOn);
        metrics.showJournal(() -> domain.objects().ledger().statistics().journalBytes());
    }

    /**
     * Begins to settle the keys, uploads and claims whose rows may be wrong, and to ask for labels. Stops before the threads that it
     * asks the platform on.
     */
    private static void verify(
            DomainFactory.Domain domain, PlatformClient questions, Supplier<PooledBuffer> buffers, Parts parts) {
        ObjectServices objects = domain.objects();
        ListedProbe probe = new ListedProbe(
                new PlatformProbe(objects.bucketOwners(), domain.platforms(), questions, CLOCK),
                objects.bucketOwners(),
                domain.platforms(),
                questions,
                buffers);
        VersionsProbe versions = new VersionsProbe(
                probe, objects.bucketOwners(), new VersionPages(domain.platforms(), questions, buffers));
        Verifier verifier = parts.add("verifier", Verifier.start(domain.jobs(), objects.dirtyKeys(), versions));
        objects.dirtyAppeared().answerBy(verifier::wake);
        parts.add(
                "upload check",
                UploadCheck.start(
                        domain.jobs(),
                        objects.uploadQueue(),
                        new S3UploadProbe(objects.bucketOwners(), domain.platforms(), questions, buffers)));
        parts.add(
                "versioning check",
                VersioningCheck.start(
                        domain.jobs(),
                        objects.versioning(),
                        objects.bucketOwners(),
                        new VersioningSetting(domain.platforms(), questions, buffers),
                        objects.syncRuns()));
        parts.add(
                "claim check",
                new BucketClaimRecovery(
                                domain.jobs(),
                                objects.buckets(),
                                objects.bucketOwners(),
                                domain.platforms(),
                                questions,
                                new S3OwnerBucketList(domain.platforms(), questions, buffers),
                                domain.shares())
                        .start());
        label(domain, questions, buffers, parts);
    }

    /** Where tenants want to find objects by their labels. */
    private static void label(
            DomainFactory.Domain domain, PlatformClient questions, Supplier<PooledBuffer> buffers, Parts parts) {
        ObjectServices objects = domain.objects();
        parts.add(
                "label indexer",
                LabelIndexer.start(
                        domain.jobs(),
                        new LabelIndexer.Parts(
                                objects.bucketLabels(),
                                objects.labelQueue(),
                                objects.labelNotes(),
                                objects.index(),
                                new S3LabelProbe(objects.bucketOwners(), domain.platforms(), questions, buffers))));
    }

    /** Learns what is known of the platform before the first request, and begins to try what is not. */
    private static void probe(
            Configuration configuration,
            DomainFactory.Domain domain,
            PlatformClient questions,
            ClientWorker worker,
            Parts parts) {
        CapabilityProbe probe = new CapabilityProbe(
                domain.platforms(), questions, () -> ChannelBuffer.from(worker.bufferPool()), CLOCK);
        parts.add(
                "capability keeper",
                CapabilityKeeper.start(
                        domain.jobs(),
                        domain.platforms(),
                        domain.admin().platform(),
                        domain.admin().platforms().probes(),
                        probe,
                        configuration.get(PlatformOptions.PROBE)));
    }

    /** Begins to work on comparisons of buckets with their platforms. */
    private static void sync(
            Configuration configuration,
            DomainFactory.Domain domain,
            PlatformClient questions,
            ClientWorker worker,
            Parts parts) {
        ObjectServices objects = domain.objects();
        Supplier<PooledBuffer> buffers = () -> ChannelBuffer.from(worker.bufferPool());
        S3PlatformListing platform =
                new S3PlatformListing(objects.bucketOwners(), domain.platforms(), questions, buffers);
        UploadComparison uploads = new UploadComparison(
                new S3UploadListing(objects.bucketOwners(), domain.platforms(), questions, buffers),
                objects.uploadQueue());
        SyncSchedule schedule = new SyncSchedule(
                configuration.get(SyncOptions.INTERVAL),
                configuration.find(SyncOptions.TENANTS).orElse(List.of()),
                configuration.get(SyncOptions.THRESHOLD));
        parts.add(
                "sync runner",
                SyncRunner.start(
                        domain.jobs(),
                        new SyncRunner.Sources(
                                objects.syncRuns(), platform, RowListing.of(objects.index(), objects.older()), uploads),
                        schedule,
                        configuration.get(SyncOptions.PAGES_PER_SECOND),
                        objects.dirtyAppeared()));
    }

    private static void show(ClientWorker worker, Metrics metrics) {
        metrics.showClients(worker::connectionsRefused);
        metrics.showDocuments(worker.documentMemory()::held, worker.documentMemory()::refusals);
    }

    private static S3Services services(
            Configuration configuration,
            DomainFactory.Domain domain,
            RequestRecorder recorder,
            ClientWorker worker,
            UpstreamTransport transport,
            CorsRules rules) {
        return new S3Services(
                domain.platforms(),
                transport,
                domain.objects().ledger(),
                domain.objects().buckets(),
                domain.objects().bucketOwners(),
                domain.objects().bucketSearch(),
                domain.objects().listing(),
                rules,
                domain.objects().owners(),
                domain.sharing(),
                recorder,
                domain.objects().meter(),
                domain.objects().uploads(),
                domain.objects().quotas(),
                domain.objects().labelNotes(),
                () -> ChannelBuffer.from(worker.bufferPool()),
                worker.documentMemory(),
                configuration.get(S3Options.REGION),
                CLOCK);
    }

    private static CorsRules corsRules(DomainFactory.Domain domain, ClientWorker worker, PlatformClient questions) {
        return new PlatformCorsRules(
                domain.objects().bucketDirectory(),
                domain.objects().bucketOwners(),
                domain.platforms(),
                questions,
                () -> ChannelBuffer.from(worker.bufferPool()),
                System::nanoTime);
    }

    private static S3Pipeline pipeline(
            Configuration configuration, DomainFactory.Domain domain, S3Services services, String pathPrefix) {
        List<String> hosts = configuration.get(S3Options.DOMAINS).stream()
                .map(name -> "s3." + name)
                .toList();
        List<String> regions = List.of(configuration.get(S3Options.REGION));
        S3Addressing addressing = new S3Addressing(hosts, pathPrefix);
        boolean takesVersion2 = configuration.get(S3Options.SIGNATURE_V2) && pathPrefix.isEmpty();
        return new S3Pipeline(
                addressing,
                new Authenticator(domain.objects().identities(), regions, CLOCK, takesVersion2 ? addressing : null),
                new Authorizer(domain.objects().bucketDirectory(), domain.platforms(), CLOCK),
                domain.iam(),
                services);
    }

    /** Stops after the listeners, so that the last requests are in the log. */
    private static RequestRecorder recorder(Configuration configuration, Metrics metrics, Parts parts) {
        LineWriter lines = configuration.get(AdminOptions.ACCESS_LOG)
                ? parts.add("request log", new LineWriter(new FileOutputStream(FileDescriptor.err)))
                : null;
        if (lines != null) {
            metrics.countLostLogLines(lines::lostLines);
        }
        RequestLog log = new RequestLog(lines, Clock.system(ZoneId.systemDefault()));
        RequestMetrics numbers = new RequestMetrics(metrics.registry());
        return new RequestRecorder() {
            @Override
            public void record(RequestSummary summary) {
                numbers.record(summary);
                log.record(summary);
            }

            @Override
            public void recordBug(String requestId, Throwable bug) {
                numbers.recordBug(requestId, bug);
                log.recordBug(requestId, bug);
            }
        };
    }

    /** To the platform, by the proxy that leads there. */
    private static UpstreamTransport transport(Configuration configuration, ClientWorker worker) {
        PlatformRoutes routes = new PlatformRoutes(
                new PlatformTls(worker.tlsBufferPool(), PlatformTrust.context(configuration)),
                ConfiguredRoutes.toPlatform(configuration),
                new ProxyLog());
        return new UpstreamTransport(upstream(configuration), worker.bufferPool(), routes, CLOCK);
    }

    static UpstreamSettings upstream(Configuration configuration) {
        UpstreamSettings defaults = UpstreamSettings.defaults();
        int connections = configuration.get(PlatformOptions.MAX_CONNECTIONS);
        return new UpstreamSettings(
                connections,
                Math.max(1, connections * configuration.get(PlatformOptions.TENANT_SHARE) / 100),
                connections * WAITERS_PER_CONNECTION,
                defaults.waitTimeout(),
                configuration.get(PlatformOptions.CONNECT_TIMEOUT),
                configuration.get(PlatformOptions.IDLE_TIMEOUT),
                defaults.maxAge(),
                defaults.headTimeout(),
                defaults.patientHeadTimeout(),
                defaults.stallTimeout(),
                defaults.consentTimeout());
    }

    /** Lets the I/O threads beat from now on. */
    void beatIn(Pulse pulse) {
        worker.beatIn(pulse);
    }

    /** The port that is really listened on. */
    int port() {
        ClientListener listener = plain;
        return listener == null ? -1 : listener.boundPort();
    }

    /** Readiness says no by now; those who have seen it send nothing new when the listeners close. */
    private void giveNotice() {
        worker.windDown();
        try {
            TimeUnit.NANOSECONDS.sleep(notice.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Blocks for the grace period and some seconds at most. */
    @Override
    public void close() {
        for (@Nullable ClientListener listener : new @Nullable ClientListener[] {plain, tls}) {
            if (listener != null) {
                listener.stopAccepting();
            }
        }
        try {
            worker.drain(grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            worker.close();
        }
    }
}
