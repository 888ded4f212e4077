package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.PlatformOptions;
import dev.ose.config.S3Options;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.admin.s3.Links;
import dev.ose.server.admin.s3.S3Endpoint;
import dev.ose.server.app.dataplane.DataPlane;
import dev.ose.server.app.dataplane.NodeRecorder;
import dev.ose.server.app.dataplane.ProxyLog;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.app.dataplane.S3Mount;
import dev.ose.server.app.options.ConfiguredRoutes;
import dev.ose.server.app.options.Listeners;
import dev.ose.server.app.options.PlatformTrust;
import dev.ose.server.app.tls.TlsProvider;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.http.BufferMemory;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.iam.IamService;
import dev.ose.server.job.BulkDeletions;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.platform.transport.PlatformRoutes;
import dev.ose.server.platform.transport.PlatformTls;
import dev.ose.server.platform.transport.TransportBuffers;
import dev.ose.server.platform.transport.UpstreamSettings;
import dev.ose.server.platform.transport.UpstreamTransport;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.lifecycle.Pulse;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.s3.relay.BucketServices;
import dev.ose.server.s3.relay.ObjectServices;
import dev.ose.server.s3.relay.PlatformServices;
import dev.ose.server.s3.relay.RequestServices;
import dev.ose.server.s3.relay.S3Services;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.credential.LastUses;
import dev.ose.server.tenant.credential.PlacedIdentities;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.readahead.ReadAhead;
import dev.ose.server.transfer.readahead.ReadAheadCounters;
import dev.ose.server.transfer.split.CopySplit;
import dev.ose.server.transfer.split.SplitCounters;
import dev.ose.server.transfer.split.UploadSplit;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.net.URI;
import java.time.Clock;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;

/** Threads, transport and listeners of S3. */
@ControlPlane
public class DataPlaneConfiguration {

    private static final int WAITERS_PER_CONNECTION = 2;

    private final Configuration configuration;
    private final Clock clock;

    DataPlaneConfiguration(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    @Bean
    ClientWorker clientWorker(BufferMemory memory) {
        return ClientWorker.start(Listeners.ofS3(configuration), memory);
    }

    @Bean
    MeterBinder clientMetrics(ClientWorker worker, BufferMemory memory) {
        return registry -> {
            Gauge.builder("ose.buffers.direct", memory, BufferMemory::directBytes)
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("ose.buffers.heap", memory, BufferMemory::heapBytes)
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("ose.client.connections.refused", worker, ClientWorker::connectionsRefused)
                    .register(registry);
            FairBudget documents = worker.documentMemory();
            Gauge.builder("ose.documents.memory", documents, FairBudget::held)
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("ose.documents.refused", documents, FairBudget::refusals)
                    .register(registry);
        };
    }

    /** Connects to the platform, by the configured proxy if there is one. */
    @Bean
    UpstreamTransport upstreamTransport(ClientWorker worker, BufferMemory memory, TlsProvider tls) {
        PlatformRoutes routes = new PlatformRoutes(
                new PlatformTls(worker.platformTlsBufferPool(), tls.client(PlatformTrust.manager(configuration))),
                ConfiguredRoutes.toPlatforms(configuration),
                new ProxyLog());
        TransportBuffers buffers =
                new TransportBuffers(worker.bufferPool(), worker.platformBufferPool(), memory.platformConnections());
        return new UpstreamTransport(upstream(configuration), buffers, routes, clock);
    }

    public static UpstreamSettings upstream(Configuration configuration) {
        UpstreamSettings defaults = UpstreamSettings.defaults();
        int connections = configuration.get(PlatformOptions.MAX_CONNECTIONS);
        UpstreamSettings.Pool pool = new UpstreamSettings.Pool(
                connections,
                Math.max(1, connections * configuration.get(PlatformOptions.TENANT_SHARE) / 100),
                connections * WAITERS_PER_CONNECTION,
                defaults.pool().maxWait(),
                configuration.get(PlatformOptions.IDLE_TIMEOUT),
                defaults.pool().maxAge());
        UpstreamSettings.Timeouts timeouts = new UpstreamSettings.Timeouts(
                configuration.get(PlatformOptions.CONNECT_TIMEOUT),
                defaults.timeouts().head(),
                defaults.timeouts().patientHead(),
                defaults.timeouts().stall(),
                defaults.timeouts().consent());
        return new UpstreamSettings(pool, timeouts);
    }

    @Bean
    MeterBinder platformMetrics(UpstreamTransport transport, BufferMemory memory, PlatformRegistry platforms) {
        return registry -> {
            Gauge.builder("ose.platform.connections.memory", memory.platformConnections(), FairBudget::held)
                    .baseUnit("bytes")
                    .register(registry);
            for (Platform platform : platforms.all()) {
                Tags label = Tags.of("platform", platform.name());
                PlatformId id = platform.id();
                Gauge.builder("ose.platform.connections", transport, it -> it.openConnections(id))
                        .tags(label)
                        .register(registry);
                Gauge.builder("ose.platform.waiting", transport, it -> it.waitingRequests(id))
                        .tags(label)
                        .register(registry);
                FunctionCounter.builder("ose.platform.refused", transport, it -> it.refusedRequests(id))
                        .tags(label)
                        .register(registry);
            }
        };
    }

    @Bean
    Supplier<PooledBuffer> platformBuffers(ClientWorker worker) {
        return () -> ChannelBuffer.from(worker.bufferPool());
    }

    @Bean
    BlockingTransport blockingTransport(
            UpstreamTransport transport, ClientWorker worker, Supplier<PooledBuffer> buffers) {
        return new BlockingTransport(transport, worker::executeOnIoThread, buffers);
    }

    /** This client also reads the grants of adopted buckets. */
    @Bean
    PlatformClient platformClient(PlatformRegistry platforms, BlockingTransport transport, SharingAdoption adoption) {
        PlatformClient client = new PlatformClient(platforms, transport);
        adoption.readBy(client);
        return client;
    }

    /** The memory for documents of all clients together. */
    @Bean
    FairBudget documentMemory(ClientWorker worker) {
        return worker.documentMemory();
    }

    @Bean
    NodeRecorder requestRecorder(Metrics metrics) {
        return new NodeRecorder(configuration, metrics, clock);
    }

    @Bean
    RequestServices requestServices(
            RequestRecorder recorder,
            Meter meter,
            AuditTrail audit,
            AccessLog accessLog,
            Supplier<PooledBuffer> buffers,
            FairBudget documentMemory) {
        return new RequestServices(recorder, meter, audit, accessLog, buffers, documentMemory);
    }

    @Bean
    ReadAhead readAhead(BufferMemory memory, Supplier<PooledBuffer> buffers) {
        return readAhead(configuration, memory.transferBytes(), buffers);
    }

    /**
     * Reads ahead as configured.
     *
     * @param transferBytes the memory of all transfers: those that are not read ahead keep half of it
     */
    public static ReadAhead readAhead(Configuration configuration, long transferBytes, Supplier<PooledBuffer> buffers) {
        ReadAhead.Settings settings = new ReadAhead.Settings(
                configuration.get(PlatformOptions.READ_AHEAD),
                configuration.get(PlatformOptions.READ_AHEAD_THRESHOLD),
                configuration.get(PlatformOptions.READ_AHEAD_PART),
                configuration.get(PlatformOptions.READ_AHEAD_STREAMS));
        long memoryBytes = Math.min(configuration.get(PlatformOptions.READ_AHEAD_MEMORY), transferBytes / 2);
        return new ReadAhead(settings, memoryBytes, buffers, System::nanoTime);
    }

    @Bean
    MeterBinder readAheadMetrics(ReadAhead readAhead) {
        return registry -> {
            ReadAheadCounters counters = readAhead.counters();
            FunctionCounter.builder("ose.read.ahead.requests", counters, ReadAheadCounters::requests)
                    .register(registry);
            FunctionCounter.builder("ose.read.ahead.asked", counters, ReadAheadCounters::askedBytes)
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("ose.read.ahead.discarded", counters, ReadAheadCounters::discardedBytes)
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("ose.read.ahead.broken", counters, ReadAheadCounters::broken)
                    .register(registry);
            Gauge.builder("ose.read.ahead.memory", readAhead.memory(), FairBudget::held)
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("ose.read.ahead.refused", readAhead.memory(), FairBudget::refusals)
                    .register(registry);
        };
    }

    @Bean
    UploadSplit uploadSplit(BufferMemory memory, Supplier<PooledBuffer> buffers) {
        return uploadSplit(configuration, memory.transferBytes(), buffers);
    }

    /**
     * Splits as configured.
     *
     * @param transferBytes the memory of all transfers, of which a quarter may hold parts
     */
    public static UploadSplit uploadSplit(
            Configuration configuration, long transferBytes, Supplier<PooledBuffer> buffers) {
        UploadSplit.Settings settings = new UploadSplit.Settings(
                configuration.get(PlatformOptions.SPLIT),
                configuration.get(PlatformOptions.SPLIT_THRESHOLD),
                configuration.get(PlatformOptions.SPLIT_PART),
                configuration.get(PlatformOptions.SPLIT_STREAMS));
        long memoryBytes = Math.min(configuration.get(PlatformOptions.SPLIT_MEMORY), transferBytes / 4);
        return new UploadSplit(settings, memoryBytes, buffers);
    }

    @Bean
    CopySplit copySplit(Supplier<PooledBuffer> buffers) {
        return copySplit(configuration, buffers);
    }

    /** Splits copies as configured; they have a half of the connections to the platform at most. */
    public static CopySplit copySplit(Configuration configuration, Supplier<PooledBuffer> buffers) {
        CopySplit.Settings settings = new CopySplit.Settings(
                configuration.get(PlatformOptions.COPY_SPLIT),
                configuration.get(PlatformOptions.COPY_THRESHOLD),
                configuration.get(PlatformOptions.COPY_MAXIMUM),
                configuration.get(PlatformOptions.COPY_PART),
                configuration.get(PlatformOptions.COPY_STREAMS));
        return new CopySplit(settings, Math.max(1, configuration.get(PlatformOptions.MAX_CONNECTIONS) / 2), buffers);
    }

    @Bean
    MeterBinder copySplitMetrics(CopySplit copies) {
        return registry -> {
            count(registry, "ose.copy.split.parts", copies.counters(), SplitCounters::parts);
            count(registry, "ose.copy.split.repeated", copies.counters(), SplitCounters::repeated);
            count(registry, "ose.copy.split.one.request", copies.counters(), SplitCounters::oneStreams);
            Gauge.builder("ose.copy.split.streams", copies.streams(), FairBudget::held)
                    .register(registry);
        };
    }

    private static void count(
            MeterRegistry registry, String name, SplitCounters counters, ToDoubleFunction<SplitCounters> count) {
        FunctionCounter.builder(name, counters, count).register(registry);
    }

    @Bean
    MeterBinder uploadSplitMetrics(UploadSplit split) {
        return registry -> {
            count(registry, "ose.upload.split.parts", split.counters(), SplitCounters::parts);
            count(registry, "ose.upload.split.repeated", split.counters(), SplitCounters::repeated);
            count(registry, "ose.upload.split.one.stream", split.counters(), SplitCounters::oneStreams);
            Gauge.builder("ose.upload.split.memory", split.memory(), FairBudget::held)
                    .baseUnit("bytes")
                    .register(registry);
        };
    }

    @Bean
    PlatformServices.ParallelParts parallelParts(UploadSplit uploads, CopySplit copies) {
        return new PlatformServices.ParallelParts(uploads, copies);
    }

    @Bean
    PlatformServices platformServices(
            PlatformDirectory platforms,
            PlatformTransport transport,
            ReadAhead readAhead,
            PlatformServices.ParallelParts parts,
            BucketAdmissions admissions,
            PlatformServices.Placement placement) {
        return new PlatformServices(platforms, transport, readAhead, parts, admissions, placement);
    }

    @Bean
    PlatformServices.Placement placement(Regions regions, PlacedIdentities identities) {
        return new PlatformServices.Placement(regions, identities);
    }

    @Bean
    BucketServices bucketServices(
            BucketStore buckets,
            BucketOwners bucketOwners,
            BucketSearch bucketSearch,
            ObjectListing listing,
            CorsRules corsRules,
            NotificationStore notifications) {
        return new BucketServices(buckets, bucketOwners, bucketSearch, listing, corsRules, notifications);
    }

    @Bean
    ObjectServices objectServices(
            ObjectLedger ledger,
            UploadTracker uploads,
            SplitUploads splits,
            QuotaService quotas,
            LabelNotes labels,
            BulkDeletions deletions) {
        return new ObjectServices(ledger, uploads, splits, quotas, labels, deletions);
    }

    @Bean
    S3Services s3Services(
            RequestServices requests,
            PlatformServices platform,
            BucketServices buckets,
            ObjectServices objects,
            Sharing sharing,
            OwnerDirectory owners) {
        return new S3Services(requests, platform, buckets, objects, sharing, owners, clock);
    }

    @Bean
    DataPlane dataPlane(
            IdentityDirectory identities,
            LastUses uses,
            BucketDirectory bucketDirectory,
            IamService iam,
            S3Services services,
            ManagementLogins logins) {
        return new DataPlane(configuration, identities, uses, bucketDirectory, iam, services, logins);
    }

    @Bean
    S3Endpoint s3Endpoint(ObjectProvider<S3Listeners> listeners) {
        return new S3Endpoint(
                configuration
                        .find(S3Options.PUBLIC_URL)
                        .<Supplier<URI>>map(url -> () -> url)
                        .orElse(() -> listeners.getObject().publicUrl()),
                configuration.get(S3Options.REGION));
    }

    @Bean
    Links links(S3Endpoint endpoint) {
        return new Links(endpoint, clock);
    }

    @Bean
    S3Listeners s3Listeners(
            DataPlane dataPlane,
            ClientWorker worker,
            S3Mount mount,
            Pulse pulse,
            ServletWebServerApplicationContext admin) {
        return new S3Listeners(configuration, dataPlane, worker, mount, pulse, admin);
    }
}
