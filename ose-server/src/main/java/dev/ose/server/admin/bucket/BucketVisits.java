package dev.ose.server.admin.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.access.Authorizer;
import dev.ose.server.access.Decision;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.bucket.settings.BucketSettings;
import dev.ose.server.bucket.settings.SettingAnswer;
import dev.ose.server.bucket.settings.SettingReader;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.credential.Identity;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What callers of the admin API see of buckets. Administrators see the settings as the owner does; other users, and
 * those with whom a bucket is shared, see what a request of their own would read. Policies of the caller limit what
 * it sees, its own buckets included, as they limit its requests to S3. Blocks on database and platform.
 * Thread-safe.
 */
public final class BucketVisits {

    private final Provisioning provisioning;
    private final Buckets buckets;
    private final S3Users users;
    private final PlatformDirectory platforms;
    private final Authorizer authorizer;

    public BucketVisits(
            Provisioning provisioning,
            Buckets buckets,
            S3Users users,
            PlatformDirectory platforms,
            Authorizer authorizer) {
        this.provisioning = provisioning;
        this.buckets = buckets;
        this.users = users;
        this.platforms = platforms;
        this.authorizer = authorizer;
    }

    /** Where buckets, their owners and their settings are found. */
    public record Buckets(BucketDirectory directory, BucketOwners owners, BucketSettings settings) {}

    /**
     * A bucket and what was read of it for a caller.
     *
     * @param isOfTenant whether it is of the tenant that was asked for
     * @param isInside whether the caller is its owner, or an administrator
     */
    record Visit(
            Bucket bucket,
            boolean isOfTenant,
            boolean isInside,
            Map<BucketSubresource.Action, SettingAnswer> settings) {}

    /**
     * The bucket with its settings.
     *
     * @throws FailureException {@code NotFound} if there is none, or none of which the caller may know
     */
    Visit visit(TenantId tenant, String name, HttpServletRequest request) {
        Optional<Bucket> own =
                BucketName.parse(name).flatMap(known -> Futures.await(buckets.directory.find(tenant, known)));
        return switch (Logins.caller()) {
            case AdminCaller.Provider _ -> {
                Bucket bucket = own.orElseThrow(() -> missing(name));
                yield new Visit(bucket, true, true, isAdmitted(tenant) ? ofOwner(bucket) : notAdmitted());
            }
            case AdminCaller.Member member
            when own.isPresent() && isInside(member, own.get()) ->
                new Visit(own.get(), true, true, ofInsider(member, own.get(), request));
            case AdminCaller.Member member -> guest(member, name, own, request);
            case AdminCaller.Anonymous _ -> throw missing(name);
        };
    }

    /**
     * The bucket that the caller has just created, without its settings if the caller's policies do not let it see
     * buckets.
     */
    Visit visitNew(TenantId tenant, BucketName name, HttpServletRequest request) {
        if (AdminGuard.permits(BucketAdminOperation.GET_BUCKET, name, request)) {
            return visit(tenant, name.value(), request);
        }
        Bucket bucket = Futures.await(buckets.directory.find(tenant, name)).orElseThrow(() -> missing(name.value()));
        return new Visit(bucket, true, false, notPermitted(BucketDetails.SETTINGS));
    }

    private static boolean isInside(AdminCaller.Member member, Bucket bucket) {
        return member.plainUser()
                .filter(it -> !it.user().equals(bucket.owner()))
                .isEmpty();
    }

    private boolean isAdmitted(TenantId tenant) {
        return provisioning.tenant(tenant).providerAccess() == ProviderAccess.ALLOW;
    }

    private static Map<BucketSubresource.Action, SettingAnswer> notAdmitted() {
        return each(BucketDetails.SETTINGS, _ -> new SettingAnswer.Unknown("the tenant does not admit the provider"));
    }

    private Map<BucketSubresource.Action, SettingAnswer> ofOwner(Bucket bucket) {
        return ofOwner(bucket, BucketDetails.SETTINGS);
    }

    private Map<BucketSubresource.Action, SettingAnswer> ofOwner(
            Bucket bucket, Collection<BucketSubresource.Action> settings) {
        return buckets.owners
                .find(bucket.id())
                .map(owner -> buckets.settings.read(SettingReader.of(owner), settings))
                .orElseGet(() -> each(
                        settings,
                        _ -> new SettingAnswer.Unknown("the owner of the bucket has no key on the platform")));
    }

    /** What the caller's policies permit, read as the owner. */
    private Map<BucketSubresource.Action, SettingAnswer> ofInsider(
            AdminCaller.Member member, Bucket bucket, HttpServletRequest request) {
        if (member.limits().isNone()) {
            return ofOwner(bucket);
        }
        InetAddress client = client(request);
        Set<BucketSubresource.Action> allowed = users.find(member, client)
                .map(identity -> allowed(identity, bucket, BucketDetails.GUARDED, AdminGuard.facts(request))
                        .keySet())
                .orElse(Set.of());
        Map<BucketSubresource.Action, SettingAnswer> answers = notPermitted(BucketDetails.GUARDED);
        answers.keySet().removeAll(allowed);
        answers.putAll(ofOwner(
                bucket,
                allowed.stream().filter(BucketDetails.SETTINGS::contains).toList()));
        return answers;
    }

    /** One who may read nothing of a bucket does not learn that it exists. */
    private Visit guest(AdminCaller.Member member, String name, Optional<Bucket> own, HttpServletRequest request) {
        InetAddress client = client(request);
        Identity identity = users.find(member, client).orElseThrow(() -> missing(name));
        Bucket bucket = own.or(() -> shared(identity, name)).orElseThrow(() -> missing(name));
        Map<BucketSubresource.Action, SettingAnswer> settings = ofGuest(identity, bucket, AdminGuard.facts(request));
        if (settings.values().stream()
                .noneMatch(it -> it instanceof SettingAnswer.Stored || it instanceof SettingAnswer.Unset)) {
            throw missing(name);
        }
        return new Visit(bucket, own.isPresent(), false, settings);
    }

    private Optional<Bucket> shared(Identity identity, String name) {
        return BucketName.parse(name)
                .flatMap(known -> Futures.await(buckets.directory.findShared(identity, known)))
                .map(ForeignBucket::bucket);
    }

    /** As requests of the user would read them: what OSE refuses is not asked for, the platform decides the rest. */
    private Map<BucketSubresource.Action, SettingAnswer> ofGuest(Identity identity, Bucket bucket, RequestFacts facts) {
        Map<BucketSubresource.Action, Decision.Allow> allowed =
                allowed(identity, bucket, BucketDetails.SETTINGS, facts);
        Map<BucketSubresource.Action, SettingAnswer> answers = notPermitted(BucketDetails.SETTINGS);
        allowed.values().stream()
                .findFirst()
                .ifPresent(any -> answers.putAll(read(identity, bucket, any, allowed.keySet())));
        return answers;
    }

    /** What OSE lets the user read by a request of its own. */
    private Map<BucketSubresource.Action, Decision.Allow> allowed(
            Identity identity, Bucket bucket, Collection<BucketSubresource.Action> settings, RequestFacts facts) {
        Map<BucketSubresource.Action, Decision.Allow> allowed = new EnumMap<>(BucketSubresource.Action.class);
        for (BucketSubresource.Action setting : settings) {
            BucketSubresource operation = new BucketSubresource(bucket.name(), setting, null);
            if (Futures.await(authorizer.decide(identity, operation, facts)) instanceof Decision.Allow allow) {
                allowed.put(setting, allow);
            }
        }
        return allowed;
    }

    private static InetAddress client(HttpServletRequest request) {
        return InetAddress.ofLiteral(request.getRemoteAddr());
    }

    /** @param any one of the permissions, which all concern the same bucket and client */
    private Map<BucketSubresource.Action, SettingAnswer> read(
            Identity identity, Bucket bucket, Decision.Allow any, Collection<BucketSubresource.Action> settings) {
        List<HeaderField> headers =
                any.vouched().isEmpty() ? List.of() : List.of(new HeaderField("referer", any.vouched()));
        String path = platforms.get(bucket.endpoint()).pathName(any.platformTenant(), bucket.name());
        Identity placed = any.caller() instanceof Identity caller ? caller : identity;
        return buckets.settings.read(
                new SettingReader(bucket.endpoint(), placed.keyFor(bucket.platform()), path, headers), settings);
    }

    private static Map<BucketSubresource.Action, SettingAnswer> notPermitted(
            Collection<BucketSubresource.Action> settings) {
        return new EnumMap<>(each(settings, _ -> new SettingAnswer.NotPermitted()));
    }

    private static Map<BucketSubresource.Action, SettingAnswer> each(
            Collection<BucketSubresource.Action> settings, Function<BucketSubresource.Action, SettingAnswer> answer) {
        return settings.stream().collect(Collectors.toMap(Function.identity(), answer));
    }

    private static FailureException missing(String name) {
        return new FailureException(new Failure.NotFound("bucket", name.substring(0, Math.min(name.length(), 64))));
    }
}
