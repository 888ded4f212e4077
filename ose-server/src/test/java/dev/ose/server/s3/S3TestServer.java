package dev.ose.server.s3;

import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.Secret;
import dev.ose.config.Configuration;
import dev.ose.config.ConfigurationLoader;
import dev.ose.config.S3Options;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.MemorySplitUploads;
import dev.ose.server.accounting.upload.MemoryUploads;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.app.config.DataPlaneConfiguration;
import dev.ose.server.audit.MemoryTrail;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.label.MemoryLabels;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.event.MemoryNotifications;
import dev.ose.server.http.BufferMemory;
import dev.ose.server.http.ClientListener;
import dev.ose.server.http.ClientWorker;
import dev.ose.server.http.ListenerSettings;
import dev.ose.server.http.WireClient;
import dev.ose.server.iam.IamAction;
import dev.ose.server.iam.IamAnswer;
import dev.ose.server.iam.IamCall;
import dev.ose.server.iam.IamService;
import dev.ose.server.job.BulkDeletions;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.PlatformCorsRules;
import dev.ose.server.platform.transport.PlatformRoutes;
import dev.ose.server.platform.transport.ScriptedPlatform;
import dev.ose.server.platform.transport.TransportBuffers;
import dev.ose.server.platform.transport.UpstreamTransport;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.runtime.telemetry.RequestSummary;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.transfer.BlockingTransport;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.transfer.readahead.ReadAhead;
import dev.ose.server.transfer.split.UploadSplit;
import dev.ose.server.transfer.xnio.ChannelBuffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The whole data path over real sockets, in front of a scripted platform and with its directories in memory. */
final class S3TestServer implements AutoCloseable {

    static final String ALICE = "ALICEKEY";
    static final String EVE = "EVEKEY";
    static final String DISABLED = "DISABLEDKEY";
    static final String EMPTY_SHA256 = PayloadHash.EMPTY_SHA256;
    static final TenantId ALICES = new TenantId(new UUID(0, 1));
    static final TenantId EVES = new TenantId(new UUID(0, 2));
    static final UserId ALICE_HERSELF = new UserId(new UUID(0, 3));
    static final String CANONICAL = "a".repeat(64);
    static final PlatformId PLATFORM = new PlatformId(1);
    private static final Set<Capability> DEFAULT = Set.of(Capability.EXACT_KEYS, Capability.TRAILERS, Capability.ACL);
    private static final Configuration DEFAULTS = ConfigurationLoader.load(List.of(), Map.of());
    private static final Configuration VERSION_2_TOO =
            ConfigurationLoader.load(List.of("--" + S3Options.SIGNATURE_V2.key() + "=true"), Map.of());
    /** Except those for which a node refuses what tests send, or takes owners from elsewhere. */
    private static final Set<Quirk> EVERY_QUIRK = EnumSet.complementOf(EnumSet.of(
            Quirk.POLICIES_BIND_OWNERS,
            Quirk.POLICIES_FOR_PUBLIC_ALONE,
            Quirk.ENCRYPTION_OVERLOOKED,
            Quirk.NEW_BUCKETS_MAY_HAVE_ACLS,
            Quirk.BUCKETS_NEED_ADMISSION,
            Quirk.OWNERS_NOT_NAMED));

    final ScriptedPlatform platform;
    final List<String> ledger = new CopyOnWriteArrayList<>();
    final ObservedTransport transport = new ObservedTransport(() -> this.upstream);
    /** The requests to the platform, as they were handed to the transport. */
    final List<PlatformRequest> sent = transport.sent;

    /** The recorded bugs. */
    final List<Throwable> bugs = new CopyOnWriteArrayList<>();

    final List<RequestSummary> summaries = new CopyOnWriteArrayList<>();
    final TestBuckets buckets = new TestBuckets();
    final FairBudget memory = new FairBudget(32 * 1024 * 1024);
    final Meter meter = new Meter(Clock.systemUTC());
    final MemoryUploads uploads = new MemoryUploads();
    final MemorySplitUploads splits = new MemorySplitUploads();
    final MemoryLeases leases = new MemoryLeases();
    final TestListing listing = new TestListing();
    final MemoryLabels labels = new MemoryLabels();
    final MemoryTrail audit = new MemoryTrail();
    final MemoryAccessLog accessLog = new MemoryAccessLog();
    final MemoryNotifications notifications = new MemoryNotifications();
    /** Delays Alice's lists of buckets. */
    volatile CompletableFuture<Void> alicesBucketsMayBeFound = CompletableFuture.completedFuture(null);

    /** One permit for each list of Alice's buckets that has begun. */
    final Semaphore bucketsLookedFor = new Semaphore(0);

    final Map<BucketSearch.Whose, BucketSearch.Question> bucketQuestions = new ConcurrentHashMap<>();
    private final QuotaService quotaBook = QuotaService.start(RecordedJobs.jobs(), leases, leases);
    final SplitUploads splitBook = SplitUploads.start(RecordedJobs.jobs(), splits, () -> this.nanos.get());
    private final UploadTracker uploadBook = UploadTracker.start(RecordedJobs.jobs(), uploads);
    volatile CompletableFuture<Void> intentsMayBeDurable = CompletableFuture.completedFuture(null);
    volatile boolean databaseGone;

    /** The clock of the cache of CORS rules, and of split uploads. */
    final AtomicLong nanos = new AtomicLong();

    /** What its answers are read ahead with. */
    final ReadAhead readAhead;

    /** What its uploads are split with. */
    final UploadSplit split;

    @SuppressWarnings("NullAway.Init") // The pipeline makes it.
    UpstreamTransport upstream;

    private final Configuration configuration;
    private final @Nullable PlatformRoutes routes;
    private final Set<Quirk> quirks;
    private final ClientWorker worker;
    private final ClientListener listener;
    private final Map<String, Identity> identities = new ConcurrentHashMap<>();
    private final SigV4Signer signer = new SigV4Signer();

    S3TestServer(ScriptedPlatform.Script script) throws IOException {
        this(script, DEFAULT);
    }

    /** A server that also accepts Signature Version 2. */
    static S3TestServer takingVersion2(ScriptedPlatform.Script script) throws IOException {
        return new S3TestServer(script, DEFAULT, EVERY_QUIRK, VERSION_2_TOO, ListenerSettings.forCores(2), null);
    }

    /** A server with one blocking step per tenant at a time, and one waiting. */
    static S3TestServer withOneThreadPerTenant(ScriptedPlatform.Script script) throws IOException {
        ListenerSettings narrow = ListenerSettings.forCores(2).with(new ListenerSettings.Threads(2, 2, 1, 1));
        return new S3TestServer(script, DEFAULT, EVERY_QUIRK, DEFAULTS, narrow, null);
    }

    /** A server with a platform without quirks. */
    static S3TestServer withoutQuirks(ScriptedPlatform.Script script) throws IOException {
        return new S3TestServer(script, DEFAULT, Set.of(), DEFAULTS, ListenerSettings.forCores(2), null);
    }

    /** The same with these options. */
    static S3TestServer withoutQuirks(ScriptedPlatform.Script script, Configuration configuration) throws IOException {
        return new S3TestServer(script, DEFAULT, Set.of(), configuration, ListenerSettings.forCores(2), null);
    }

    /** A server whose platform has this quirk alone. */
    static S3TestServer with(Quirk quirk, ScriptedPlatform.Script script) throws IOException {
        return with(quirk, script, DEFAULTS);
    }

    /** The same with these options. */
    static S3TestServer with(Quirk quirk, ScriptedPlatform.Script script, Configuration configuration)
            throws IOException {
        return new S3TestServer(script, DEFAULT, Set.of(quirk), configuration, ListenerSettings.forCores(2), null);
    }

    /** A server with these routes to its platform. */
    static S3TestServer by(PlatformRoutes routes, ScriptedPlatform.Script script) throws IOException {
        return new S3TestServer(script, DEFAULT, EVERY_QUIRK, DEFAULTS, ListenerSettings.forCores(2), routes);
    }

    /** The same, with these capabilities. */
    static S3TestServer withoutQuirks(ScriptedPlatform.Script script, Set<Capability> capabilities) throws IOException {
        return new S3TestServer(script, capabilities, Set.of(), DEFAULTS, ListenerSettings.forCores(2), null);
    }

    /** The same with these options. */
    static S3TestServer withoutQuirks(
            ScriptedPlatform.Script script, Set<Capability> capabilities, Configuration configuration)
            throws IOException {
        return new S3TestServer(script, capabilities, Set.of(), configuration, ListenerSettings.forCores(2), null);
    }

    S3TestServer(ScriptedPlatform.Script script, Set<Capability> capabilities) throws IOException {
        this(script, capabilities, EVERY_QUIRK, DEFAULTS, ListenerSettings.forCores(2), null);
    }

    private S3TestServer(
            ScriptedPlatform.Script script,
            Set<Capability> capabilities,
            Set<Quirk> quirks,
            Configuration configuration,
            ListenerSettings settings,
            @Nullable PlatformRoutes routes)
            throws IOException {
        this.routes = routes;
        this.configuration = configuration;
        this.quirks = quirks;
        platform = new ScriptedPlatform(script);
        TenantId acme = ALICES;
        TenantId evil = EVES;
        identities.put(ALICE, identity(ALICE, acme, Status.ACTIVE));
        identities.put(EVE, identity(EVE, evil, Status.ACTIVE));
        identities.put(DISABLED, identity(DISABLED, acme, Status.DISABLED));
        buckets.add(acme, "photos");
        buckets.add(acme, "dotted.photos");
        buckets.add(evil, "loot");
        worker = ClientWorker.start(settings, BufferMemory.ofThisJvm());
        readAhead = DataPlaneConfiguration.readAhead(configuration, Long.MAX_VALUE, this::buffer);
        split = DataPlaneConfiguration.uploadSplit(configuration, Long.MAX_VALUE, this::buffer);
        listener = ClientListener.open(
                worker, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), pipeline(capabilities));
    }

    /** That of a node, with these parts in place of its own. */
    private S3Pipeline pipeline(Set<Capability> capabilities) {
        Clock clock = Clock.systemUTC();
        Platform known = new Platform(PLATFORM, "scripted", platform.endpoint(), "plat-1", capabilities, quirks);
        PlatformDirectory platforms = id -> known;
        var pools = new TransportBuffers(worker.bufferPool(), worker.platformBufferPool(), new FairBudget(1L << 40));
        upstream = new UpstreamTransport(S3Parts.upstream(), pools, routes, clock);
        Supplier<PooledBuffer> buffers = this::buffer;
        IdentityDirectory directory = this::findIdentity;
        BucketSearch search = this::findBuckets;
        IamService iam = this::answerIam;
        BulkDeletions deletions = (_, _, _, task) -> {
            throw new UnsupportedOperationException(task.toString());
        };
        PlatformClient client =
                new PlatformClient(platforms, new BlockingTransport(transport, worker::executeOnIoThread, buffers));
        return S3Parts.wire(
                        configuration,
                        clock,
                        platforms,
                        transport,
                        buffers,
                        directory,
                        search,
                        iam,
                        buckets,
                        new RecordingLedger(this),
                        new ObjectListing(true, listing, () -> true, listing),
                        new PlatformCorsRules(
                                buckets, buckets, platforms, client, () -> CorsPolicy.BUCKET_RULES, nanos::get),
                        new TestOwners(),
                        new Sharing(
                                new TestPrincipals(),
                                id -> Optional.of(new TestPrincipals()),
                                buckets,
                                new SecureRandom()),
                        new Recorder(),
                        meter,
                        uploadBook,
                        quotaBook,
                        new LabelNotes(labels),
                        deletions,
                        audit,
                        accessLog,
                        notifications,
                        memory,
                        readAhead,
                        split,
                        splitBook)
                .pipeline("", Set.of("https://portal.example.com"));
    }

    private PooledBuffer buffer() {
        return ChannelBuffer.from(worker.bufferPool());
    }

    private CompletableFuture<Optional<Identity>> findIdentity(AccessKeyId key, InetAddress client) {
        return databaseGone && !identities.containsKey(key.value())
                ? CompletableFuture.failedFuture(new FailureException(new Failure.MetadataUnavailable()))
                : CompletableFuture.completedFuture(Optional.ofNullable(identities.get(key.value())));
    }

    private final class Recorder implements RequestRecorder {

        @Override
        public void record(RequestSummary summary) {
            summaries.add(summary);
        }

        @Override
        public void recordBug(String requestId, Throwable bug) {
            bugs.add(bug);
            bug.printStackTrace();
        }
    }

    /** Records the query, and finds one bucket in the middle of seven. */
    private BucketSearch.Page findBuckets(BucketSearch.Whose whose, BucketSearch.Question question) {
        bucketQuestions.put(whose, question);
        if (whose.tenant().equals(ALICES)) {
            bucketsLookedFor.release();
            alicesBucketsMayBeFound.join();
        }
        Bucket found = buckets.find(ALICES, new BucketName("photos")).join().orElseThrow();
        return new BucketSearch.Page(
                List.of(new FoundBucket(found, new CanonicalId(CANONICAL), "ann", 3, 12_345_678_901L)), 7);
    }

    /** Answers with the caller and the action. */
    private IamAnswer answerIam(IamCall call) {
        String called = call.caller().accessKey() + " called " + call.service() + ' '
                + call.parameters().action();
        return new IamAnswer(200, IamAction.GET_CALLER_IDENTITY, null, "<Called>" + called + "</Called>");
    }

    private static Identity identity(String key, TenantId tenant, Status status) {
        return identity(key, tenant, status, CredentialKind.USER, CredentialLimits.NONE, null);
    }

    /** Adds a credential of another user of Alice's tenant. */
    void addColleague(String key) {
        identities.put(key, identity(key, ALICES, Status.ACTIVE));
    }

    /** Adds a credential of Alice's that a policy limits. */
    void limit(String key, CredentialKind kind, String policy) {
        CredentialLimits limits = CredentialLimits.of(kind, policy, List.of(), CredentialLimits::read);
        identities.put(key, identity(key, ALICES, Status.ACTIVE, kind, limits, null));
    }

    /** Adds a session of Alice's without limits of its own. */
    void openSession(String key, String token) {
        TenantId tenant =
                Optional.ofNullable(identities.get(ALICE)).orElseThrow().tenant();
        String digest = PayloadHash.Digest.of(token.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        identities.put(
                key, identity(key, tenant, Status.ACTIVE, CredentialKind.SESSION, CredentialLimits.NONE, digest));
    }

    private static Identity identity(
            String key,
            TenantId tenant,
            Status status,
            CredentialKind kind,
            CredentialLimits limits,
            @Nullable String sessionTokenDigest) {
        return new Identity(
                new Identity.Key(
                        new AccessKeyId(key),
                        Secret.of(secretOf(key)),
                        1,
                        kind,
                        limits,
                        sessionTokenDigest,
                        status,
                        null),
                tenant,
                Status.ACTIVE,
                new Identity.Member(
                        key.equals(ALICE) ? ALICE_HERSELF : new UserId(UUID.randomUUID()),
                        "user of " + key,
                        Role.TENANT_USER,
                        new CanonicalId(CANONICAL),
                        Status.ACTIVE),
                PlatformEndpoint.common(PLATFORM),
                new PlatformKey("VENDOR" + key, Secret.of("vendor secret of " + key)));
    }

    static String secretOf(String key) {
        return "secret of " + key;
    }

    int port() {
        return listener.boundPort();
    }

    WireClient connect() throws IOException {
        return new WireClient(port());
    }

    /** Signs, sends, and reads the answer on a connection of its own. */
    WireClient.Answer call(String key, String method, String target, String body, HeaderField... headers)
            throws IOException {
        try (WireClient client = connect()) {
            client.send(signed(key, method, target, body, headers));
            return method.equals("HEAD") ? client.headAnswer() : client.answer();
        }
    }

    /** A signed request in wire format. */
    String signed(String key, String method, String target, String body, HeaderField... headers) {
        String hash = body.isEmpty()
                ? EMPTY_SHA256
                : PayloadHash.Digest.of(body.getBytes(StandardCharsets.ISO_8859_1))
                        .hex();
        return head(key, method, target, hash, body.length(), headers) + body;
    }

    /** A signed head for a body that is sent separately. */
    String head(String key, String method, String target, String hash, long length, HeaderField... headers) {
        return head(new Signing("s3", key), method, target, hash, length, headers);
    }

    /** A signed form for IAM or STS. */
    String signedForm(String service, String key, String form) {
        String hash = PayloadHash.Digest.of(form.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
        HeaderField type = new HeaderField("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
        return head(new Signing(service, key), "POST", "/", hash, form.length(), type) + form;
    }

    /** Key and service of a signature. */
    private record Signing(String service, String key) {}

    private String head(
            Signing signing, String method, String target, String hash, long length, HeaderField... headers) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        List<HeaderField> all = new ArrayList<>(List.of(new HeaderField("Host", "127.0.0.1:" + port())));
        all.addAll(Arrays.asList(headers));
        Instant now = Instant.now();
        SigningKey signingKey = SigningKey.derive(
                secretOf(signing.key()).getBytes(StandardCharsets.UTF_8),
                CredentialScope.at(now, "us-east-1", signing.service()));
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(method, path, query, all, hash), new AccessKeyId(signing.key()), signingKey, now);
        return SignedHead.of(method, target, all, signature, length);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        worker.close();
        uploadBook.close();
        splitBook.close();
        quotaBook.close();
        platform.close();
    }

    /**
     * The metered hours, after this many requests were counted: an answer may be read before the end of its request.
     */
    List<MeteredHour> metered(int requests) {
        List<MeteredHour> taken = new ArrayList<>();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            taken.addAll(meter.take());
            return taken.stream().mapToLong(it -> it.metered().requests()).sum() >= requests;
        });
        return taken;
    }
}
