package dev.ose.server.admin.bucket;

import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.AccessCheck;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds the principals of checks of access. A user of another tenant is one that nothing but the bucket restricts,
 * whether it exists or not: state and policies of other tenants are not shown. Blocks on the database. Thread-safe.
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
     * @param policies the names of the user's policies, in the order in which they are evaluated
     */
    record Principal(
            @Nullable User user, AccessCheck.@Nullable Sender sender, boolean isOfTenant, List<String> policies) {

        Principal {
            policies = List.copyOf(policies);
        }
    }

    /**
     * The principal of that name. Fails with {@code NotFound} for an id of no user of the bucket's tenant, with {@code
     * Invalid} for a text of another form.
     */
    Principal find(Bucket bucket, String name, InetAddress client) {
        if (name.equals(ANONYMOUS)) {
            return new Principal(null, AccessCheck.Sender.anonymous(), true, List.of());
        }
        Optional<CanonicalId> canonical = CanonicalId.parse(name);
        if (canonical.isPresent()) {
            return ofCanonicalId(bucket, canonical.get(), client);
        }
        if (name.startsWith("arn:")) {
            PrincipalArn arn = PrincipalArn.parse(name)
                    .orElseThrow(() -> new FailureException(
                            new Failure.Invalid("principal", "must be the ARN of a user or a tenant if it is an ARN")));
            @Nullable String user = arn.user();
            return user == null ? anyOf(bucket, arn.tenant()) : ofArn(bucket, arn.tenant(), user, client);
        }
        return own(bucket, provisioning.user(bucket.tenant(), Input.user(name)), client);
    }

    private Principal own(Bucket bucket, User user, InetAddress client) {
        AccessCheck.@Nullable Sender sender = users.find(bucket.tenant(), user.id(), client)
                .map(AccessCheck.Sender::of)
                .orElse(null);
        return new Principal(user, sender, true, policies.names(bucket.tenant(), user.id()));
    }

    /** A user of the tenant that no policy names, and whom no policy of its own restricts. */
    private Principal anyOf(Bucket bucket, TenantId tenant) {
        if (!tenant.equals(bucket.tenant())) {
            return other(bucket, tenant, NO_USER, NO_ID, NO_ID);
        }
        AccessQuestion.Caller onPlatform =
                new AccessQuestion.User(provisioning.counterpart(tenant), new PlatformUserId(NO_ID), NO_ID);
        Status status = provisioning.tenant(tenant).status();
        return new Principal(
                null,
                new AccessCheck.Sender(unrestricted(bucket, tenant, status, NO_USER), onPlatform),
                true,
                List.of());
    }

    private Principal ofCanonicalId(Bucket bucket, CanonicalId id, InetAddress client) {
        PlatformId platform = bucket.platform();
        Optional<OwnerDirectory.Counterpart> found = owners.findCounterpart(platform, id);
        return found.filter(it -> it.tenant().equals(bucket.tenant()))
                .map(it -> own(bucket, provisioning.user(it.tenant(), it.user()), client))
                .orElseGet(() -> found.map(it -> other(
                                bucket,
                                it.tenant(),
                                it.user(),
                                provisioning.counterpart(it.tenant(), it.user()).value(),
                                it.platformCanonicalId()))
                        .orElseGet(() -> other(bucket, NO_TENANT, NO_USER, NO_ID, NO_ID)));
    }

    private Principal ofArn(Bucket bucket, TenantId tenant, String name, InetAddress client) {
        if (tenant.equals(bucket.tenant())) {
            return own(bucket, provisioning.userNamed(tenant, name), client);
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
        return new Principal(null, new AccessCheck.Sender(caller, onPlatform), false, List.of());
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
