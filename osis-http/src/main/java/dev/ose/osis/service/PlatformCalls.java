package dev.ose.osis.service;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformPrincipal;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.StoragePlatform;
import dev.ose.osis.model.AuthMode;
import dev.ose.osis.model.Information;
import dev.ose.osis.model.OseFacts;
import dev.ose.osis.model.OsisAnonymousUser;
import dev.ose.osis.model.OsisBucketMeta;
import dev.ose.osis.model.OsisUsage;
import dev.ose.osis.model.PlatformStatus;
import dev.ose.osis.model.S3Actions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Operations about the platform itself: information, status, console, usage. */
final class PlatformCalls {

    private static final String API_VERSION = "1.0.0";
    private static final Duration STATUS_LIFE = Duration.ofSeconds(10);
    private static final int BUCKETS_PER_PAGE = 1_000;

    /**
     * A user with more buckets gets a refusal that points to S3: the answer would have to hold all of them to count
     * them.
     */
    private static final int MAX_BUCKETS = 100_000;

    /** The optional operations by the capability that they need. */
    private static final Map<Capability, String> OPTIONAL = new EnumMap<>(Map.of(
            Capability.CONSOLE, "getConsole",
            Capability.USAGE, "getUsage",
            Capability.BUCKET_LISTS, "getBucketList",
            Capability.KEY_STATUS, "updateCredentialStatus",
            Capability.LOG_DELIVERY_ID, "getBucketLoggingId",
            Capability.ANONYMOUS_ID, "getAnonymousUser"));

    private final StoragePlatform platform;
    private final Directory directory;
    private final OsisServerOptions options;
    private final Clock clock;
    private PlatformStatus status = PlatformStatus.UNKNOWN;
    private Instant checked = Instant.EPOCH;

    PlatformCalls(StoragePlatform platform, Directory directory, OsisServerOptions options, Clock clock) {
        this.platform = platform;
        this.directory = directory;
        this.options = options;
        this.clock = clock;
    }

    OsisReply info(OsisCall call) {
        PlatformInfo info = platform.info();
        return OsisReply.ok(new Information(
                options.platformName(),
                info.version(),
                API_VERSION,
                status(),
                missing(),
                options.login().authModes().stream().sorted().toList(),
                Map.of(Information.S3, info.s3Endpoint().toString()),
                List.of(info.region()),
                List.of("standard"),
                options.logoUri(),
                offers(Capability.IAM),
                offers(Capability.TENANT_ENDPOINTS),
                new OseFacts(
                        info.capabilities().stream().sorted().toList(),
                        info.quirks().stream().sorted().toList())));
    }

    /** Needs no authentication, so its calls must not load the platform. */
    private synchronized PlatformStatus status() {
        if (clock.instant().isAfter(checked.plus(STATUS_LIFE))) {
            status = check();
            checked = clock.instant();
        }
        return status;
    }

    private PlatformStatus check() {
        try {
            platform.checkAccess();
            return PlatformStatus.NORMAL;
        } catch (PlatformException e) {
            return PlatformStatus.ERROR;
        }
    }

    /** The operation ids of the optional operations that are not offered. */
    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        OPTIONAL.forEach((capability, operation) -> {
            if (!offers(capability)) {
                missing.add(operation);
            }
        });
        if (!options.login().authModes().contains(AuthMode.BEARER)) {
            missing.add("refreshToken");
        }
        return missing;
    }

    OsisReply capabilities(OsisCall call) {
        return OsisReply.ok(S3Actions.document(platform.info().capabilities()));
    }

    private static OsisReply notImplemented() {
        return OsisRefusal.notImplemented("This service does not offer the operation.")
                .reply();
    }

    /** The canonical id to which access logs are granted. */
    OsisReply bucketLoggingId(OsisCall call) {
        return offers(Capability.LOG_DELIVERY_ID) ? OsisReply.ok(platform.logDeliveryId()) : notImplemented();
    }

    OsisReply anonymousUser(OsisCall call) {
        if (!offers(Capability.ANONYMOUS_ID)) {
            return notImplemented();
        }
        PlatformPrincipal anonymous = platform.anonymousUser();
        return OsisReply.ok(new OsisAnonymousUser(anonymous.id(), anonymous.name()));
    }

    /** The administrator's, or a tenant's. */
    OsisReply console(OsisCall call) {
        if (!offers(Capability.CONSOLE)) {
            return notImplemented();
        }
        Optional<String> tenantId = call.parameter("tenant_id");
        if (tenantId.isEmpty()) {
            return OsisReply.ok(platform.console().toString());
        }
        String tenant = tenantId.filter(id -> directory.tenant(id).isPresent()).orElseThrow(OsisRefusal::notFound);
        return OsisReply.ok(platform.console(new PlatformTenantId(tenant)).toString());
    }

    /**
     * The usage of all tenants, of a tenant or of a user; with {@code capacity_only}, which is OSE's own, without what
     * the users hold, which may take a request for each to the platform.
     */
    OsisReply usage(OsisCall call) {
        if (!offers(Capability.USAGE)) {
            return notImplemented();
        }
        Optional<String> tenantId = call.parameter("tenant_id");
        Optional<String> userId = call.parameter("user_id");
        if (userId.isPresent() && tenantId.isEmpty()) {
            throw OsisRefusal.badRequest("user_id needs tenant_id");
        }
        boolean countsUsers = tenantId.isPresent() || !call.flag("capacity_only");
        long buckets = 0;
        long objects = 0;
        long bytes = 0;
        for (UserEntry user : countsUsers ? directory.users() : List.<UserEntry>of()) {
            boolean counts = tenantId.map(user::isOf).orElse(true)
                    && userId.map(id -> id.equals(user.platformId().value())).orElse(true);
            if (counts) {
                PlatformUsage usage = usage(user);
                objects += usage.objects();
                bytes += usage.bytes();
                buckets += offers(Capability.BUCKET_LISTS) ? buckets(user).size() : 0;
            }
        }
        Optional<PlatformCapacity> whole = tenantId.isEmpty() ? platform.capacity() : Optional.empty();
        return OsisReply.ok(new OsisUsage(
                buckets,
                objects,
                whole.map(PlatformCapacity::totalBytes).orElse(0L),
                whole.map(PlatformCapacity::availableBytes).orElse(0L),
                // Bytes of its media, as the other two figures are, replicas included.
                whole.isPresent() ? whole.get().usedBytes() : bytes));
    }

    /** A user that was deleted on the platform meanwhile counts as empty. */
    private PlatformUsage usage(UserEntry user) {
        try {
            return platform.usage(user.platformId());
        } catch (PlatformException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return new PlatformUsage(0, 0);
            }
            throw e;
        }
    }

    OsisReply buckets(OsisCall call) {
        if (!offers(Capability.BUCKET_LISTS)) {
            return notImplemented();
        }
        String tenantId = call.parameter("tenant_id").orElseThrow(() -> OsisRefusal.badRequest("tenant_id is missing"));
        return call.page(directory.users().stream()
                .filter(user -> user.isOf(tenantId))
                .flatMap(user -> buckets(user).stream())
                .map(bucket -> new OsisBucketMeta(
                        bucket.name(),
                        bucket.createdAt().toString(),
                        bucket.owner().value()))
                .toList());
    }

    private List<PlatformBucket> buckets(UserEntry user) {
        List<PlatformBucket> all = new ArrayList<>();
        List<PlatformBucket> page;
        do {
            String after = all.isEmpty() ? "" : all.getLast().name();
            page = platform.listBuckets(user.platformId(), after, BUCKETS_PER_PAGE);
            all.addAll(page);
            if (all.size() > MAX_BUCKETS) {
                throw OsisRefusal.notImplemented("A user has too many buckets to list them here.");
            }
        } while (page.size() == BUCKETS_PER_PAGE);
        return all;
    }

    /** Fails if the caller requests that the user's data be purged: OSE never has a platform delete data. */
    void checkPurge(OsisCall call, UserEntry user) {
        if (!call.flag("purge_data")) {
            return;
        }
        if (!offers(Capability.BUCKET_LISTS)
                || !platform.listBuckets(user.platformId(), "", 1).isEmpty()) {
            throw OsisRefusal.notImplemented("Data is not purged here: delete the user's buckets by S3 first.");
        }
    }

    boolean offers(Capability capability) {
        return platform.info().capabilities().contains(capability);
    }
}
