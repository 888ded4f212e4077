package dev.ose.server.admin.bucket;

import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.AccessStep;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.PrincipalDirectory;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.UserPolicies;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the principals of checks of access. A user whom the caller may not see, such as one of another tenant, is one
 * that nothing but the bucket restricts, whether it exists or not: its state and its policies are not shown. Blocks on
 * the database. Thread-safe.
 */
public final class CheckedPrincipals {

    private static final String ANONYMOUS = "anonymous";

    /** An id of no user and no tenant. */
    private static final String NO_ID = "none";

    private static final UserId NO_USER = new UserId(new UUID(0, 0));
    private static final TenantId NO_TENANT = new TenantId(new UUID(0, 0));

    private final Provisioning provisioning;
    private final S3Users users;
    private final UserPolicies policies;
    private final PrincipalDirectory principals;
    private final OwnerDirectory owners;

    public CheckedPrincipals(
            Provisioning provisioning,
            S3Users users,
            UserPolicies policies,
            PrincipalDirectory principals,
            OwnerDirectory owners) {
        this.provisioning = provisioning;
        this.users = users;
        this.policies = policies;
        this.principals = principals;
        this.owners = owners;
    }

    /**
     * A principal.
     *
     * @param user null unless it is a user of the bucket's tenant, as the next
     * @param sender null for a user without a key on the platform
     * @param hidden what else decides, and is not shown; null for nothing
     * @param policies the names of the user's policies, in the order in which they are evaluated
     */
    record Principal(
            @Nullable User user,
            AccessCheck.@Nullable Sender sender,
            AccessStep.@Nullable Code hidden,
            List<String> policies) {

        Principal {
            policies = List.copyOf(policies);
        }
    }

    /**
     * The principal of that name. Fails with {@code NotFound} for an id of no user of the bucket's tenant, with {@code
     * Invalid} for a text of another form.
     */
    Principal find(Bucket bucket, String name, InetAddress client) {
        return find(bucket, name, new View(client, null));
    }

    /** As the other one, for a caller to whom users of the tenant that are not {@code seen} look like missing ones. */
    Principal find(Bucket bucket, String name, InetAddress client, Predicate<User> seen) {
        return find(bucket, name, new View(client, seen));
    }

    /**
     * How a caller sees users of the bucket's tenant.
     *
     * @param seen those that it sees; null for all, so that others are reported as missing
     */
    private record View(InetAddress client, @Nullable Predicate<User> seen) {

        boolean sees(User user) {
            return seen == null || seen.test(user);
        }
    }

    private Principal find(Bucket bucket, String name, View view) {
        if (name.equals(ANONYMOUS)) {
            return new Principal(null, AccessCheck.Sender.anonymous(), null, List.of());
        }
        Optional<CanonicalId> canonical = CanonicalId.parse(name);
        if (canonical.isPresent()) {
            return ofCanonicalId(bucket, canonical.get(), view);
        }
        if (name.startsWith("arn:")) {
            PrincipalArn arn = PrincipalArn.parse(name)
                    .orElseThrow(() -> new FailureException(
                            new Failure.Invalid("principal", "must be the ARN of a user or a tenant if it is an ARN")));
            @Nullable String user = arn.user();
            return user == null ? anyOf(bucket, arn.tenant()) : ofArn(bucket, arn.tenant(), user, view);
        }
        UserId user = Input.user(name);
        return own(bucket, provisioning.findUser(bucket.tenant(), user), name, view);
    }

    private Principal own(Bucket bucket, Optional<User> found, String name, View view) {
        Optional<User> shown = found.filter(view::sees);
        if (shown.isEmpty()) {
            if (view.seen() == null) {
                throw new FailureException(new Failure.NotFound("user", name));
            }
            return colleague(bucket, found);
        }
        User user = shown.get();
        AccessCheck.@Nullable Sender sender = users.find(bucket.tenant(), user.id(), view.client())
                .map(AccessCheck.Sender::of)
                .orElse(null);
        return new Principal(user, sender, null, policies.names(bucket.tenant(), user.id()));
    }

    /** A user of the tenant whom the caller may not see, if there is one: the bucket may name it all the same. */
    private Principal colleague(Bucket bucket, Optional<User> user) {
        TenantId tenant = bucket.tenant();
        Optional<PrincipalDirectory.KnownUser> known =
                user.flatMap(it -> principals.findUser(bucket.platform(), tenant, it.name()));
        AccessQuestion.Caller onPlatform = new AccessQuestion.User(
                onPlatform(bucket, tenant),
                new PlatformUserId(known.map(it -> it.counterpart().value()).orElse(NO_ID)),
                known.map(it -> canonicalId(bucket, it)).orElse(NO_ID));
        Status status = provisioning.tenant(tenant).status();
        Identity caller =
                unrestricted(bucket, tenant, status, user.map(User::id).orElse(NO_USER));
        return new Principal(null, new AccessCheck.Sender(caller, onPlatform), AccessStep.Code.USER_DECIDES, List.of());
    }

    private PlatformTenantId onPlatform(Bucket bucket, TenantId tenant) {
        return provisioning.counterpart(tenant, bucket.platform());
    }

    /** A user of the tenant that no policy names, and whom no policy of its own restricts. */
    private Principal anyOf(Bucket bucket, TenantId tenant) {
        if (!tenant.equals(bucket.tenant())) {
            return other(bucket, tenant, NO_USER, NO_ID, NO_ID);
        }
        AccessQuestion.Caller onPlatform =
                new AccessQuestion.User(onPlatform(bucket, tenant), new PlatformUserId(NO_ID), NO_ID);
        Status status = provisioning.tenant(tenant).status();
        return new Principal(
                null,
                new AccessCheck.Sender(unrestricted(bucket, tenant, status, NO_USER), onPlatform),
                null,
                List.of());
    }

    private Principal ofCanonicalId(Bucket bucket, CanonicalId id, View view) {
        PlatformId platform = bucket.platform();
        Optional<OwnerDirectory.Counterpart> found = owners.findCounterpart(platform, id);
        return found.filter(it -> it.tenant().equals(bucket.tenant()))
                .map(it -> own(bucket, provisioning.findUser(it.tenant(), it.user()), id.value(), view))
                .orElseGet(() -> found.map(it -> other(
                                bucket,
                                it.tenant(),
                                it.user(),
                                provisioning
                                        .counterpart(it.tenant(), it.user(), bucket.platform())
                                        .value(),
                                it.platformCanonicalId()))
                        .orElseGet(() -> other(bucket, NO_TENANT, NO_USER, NO_ID, NO_ID)));
    }

    private Principal ofArn(Bucket bucket, TenantId tenant, String name, View view) {
        if (tenant.equals(bucket.tenant())) {
            return own(bucket, provisioning.findUser(tenant, name), name, view);
        }
        return principals
                .findUser(bucket.platform(), tenant, name)
                .map(it -> other(bucket, tenant, it.id(), it.counterpart().value(), canonicalId(bucket, it)))
                .orElseGet(() -> other(bucket, tenant, NO_USER, NO_ID, NO_ID));
    }

    private String canonicalId(Bucket bucket, PrincipalDirectory.KnownUser user) {
        return provisioning
                .findUser(user.tenant(), user.id())
                .flatMap(it -> owners.findCounterpart(bucket.platform(), it.canonicalId()))
                .map(OwnerDirectory.Counterpart::platformCanonicalId)
                .orElse(NO_ID);
    }

    private Principal other(Bucket bucket, TenantId tenant, UserId user, String counterpart, String canonicalId) {
        Optional<PlatformTenantId> known = principals.findTenant(bucket.platform(), tenant);
        // Of a tenant elsewhere, a bucket of that name of its own would show by the answer.
        TenantId shown = known.isPresent() ? tenant : NO_TENANT;
        AccessQuestion.Caller onPlatform = new AccessQuestion.User(
                known.orElseGet(() -> new PlatformTenantId(NO_ID)), new PlatformUserId(counterpart), canonicalId);
        Identity caller = unrestricted(bucket, shown, Status.ACTIVE, user);
        return new Principal(
                null, new AccessCheck.Sender(caller, onPlatform), AccessStep.Code.OTHER_TENANT_DECIDES, List.of());
    }

    /** A user whom its own tenant restricts in nothing; its keys sign nothing. */
    private static Identity unrestricted(Bucket bucket, TenantId tenant, Status status, UserId user) {
        Secret none = Secret.of(NO_ID);
        return new Identity(
                Identity.Key.of(new AccessKeyId(NO_ID), none),
                tenant,
                status,
                new Identity.Member(user, "", Role.TENANT_USER, new CanonicalId("0".repeat(64)), Status.ACTIVE),
                bucket.endpoint(),
                new PlatformKey(NO_ID, none, true));
    }
}
