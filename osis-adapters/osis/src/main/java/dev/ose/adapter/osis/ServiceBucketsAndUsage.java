package dev.ose.adapter.osis;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUserId;
import dev.ose.osis.model.OsisBucketMeta;
import dev.ose.osis.model.OsisUsage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Buckets and usage of the service's users. */
final class ServiceBucketsAndUsage {

    private final OsisApi api;
    private final ServiceUsers users;

    ServiceBucketsAndUsage(OsisApi api, ServiceUsers users) {
        this.api = api;
        this.users = users;
    }

    PlatformUsage usage(UserName user) {
        if (users.find(user).isEmpty()) {
            throw ServiceUsers.missing(user);
        }
        OsisAnswer answer = api.send(OsisRequest.get("/api/v1/usage", "report what a user holds")
                .with("tenant_id", user.tenantId())
                .with("user_id", user.userId()));
        OsisUsage usage = answer.required().read(OsisUsage.class);
        return new PlatformUsage(answer.member(usage.objectCount()), answer.member(usage.usedBytes()));
    }

    /**
     * Empty if the service reports no total, as services do that do not know it, or a negative figure.
     *
     * @param isOse whether the service is one of OSE's own, which need not count what each user holds
     * @throws PlatformException of kind {@code REJECTED} if the figures contradict each other
     */
    Optional<PlatformCapacity> capacity(boolean isOse) {
        OsisRequest request = OsisRequest.get("/api/v1/usage", "report how much it can store");
        OsisAnswer answer = api.send(isOse ? request.with("capacity_only", "true") : request);
        OsisUsage usage = answer.required().read(OsisUsage.class);
        long total = answer.member(usage.totalBytes());
        long used = answer.member(usage.usedBytes());
        long available = answer.member(usage.availableBytes());
        if (total <= 0 || used < 0 || available < 0) {
            return Optional.empty();
        }
        if (!PlatformCapacity.isPossible(total, used, available)) {
            throw new PlatformException(
                    PlatformException.Kind.REJECTED,
                    "The OSIS service reports " + used + " bytes used and " + available + " available of " + total
                            + '.');
        }
        return Optional.of(new PlatformCapacity(total, used, available));
    }

    /** Reads all buckets of the tenant for each page: OSIS does not list them by user. */
    List<PlatformBucket> buckets(UserName user, String after, int limit) {
        PlatformUserId owner = user.toId();
        return api
                .list(
                        OsisRequest.get("/api/v1/bucket-list", "list a tenant's buckets")
                                .with("tenant_id", user.tenantId()),
                        OsisBucketMeta.class)
                .stream()
                .filter(bucket -> user.userId().equals(bucket.userId()))
                .<PlatformBucket>mapMulti((bucket, there) -> {
                    if (bucket.name() != null && bucket.name().compareTo(after) > 0) {
                        there.accept(new PlatformBucket(bucket.name(), owner, instant(bucket.creationDate())));
                    }
                })
                .sorted(Comparator.comparing(PlatformBucket::name))
                .limit(limit)
                .toList();
    }

    /** The epoch if the service states no time. */
    private static Instant instant(@Nullable String text) {
        if (text == null) {
            return Instant.EPOCH;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }
}
