package dev.ose.server.s3.sharing;

import dev.ose.s3.GrantHeader;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.permission.AclPermission;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.TenantGrants;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.OwnerDirectory.Counterpart;
import dev.ose.server.tenant.PrincipalArn;
import dev.ose.server.tenant.TenantId;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Translates grantees of a request to the platform's names, and collects them. Blocks on the database. */
final class Grantees {

    /** Suffix of the id of a grantee that is a whole tenant, which platforms' ACLs do not have. */
    static final String END_OF_TENANT = "|";

    private final OwnerDirectory owners;
    private final Sharing sharing;
    private final PlatformId platform;
    private final Set<Grantee> found = new LinkedHashSet<>();
    private final Map<AclPermission, Set<String>> tenants = new EnumMap<>(AclPermission.class);

    /** Grants are to hold on the platform of the operation. */
    Grantees(OperationContext context) {
        this.owners = context.services().owners();
        this.sharing = context.services().sharing();
        this.platform = context.platformId();
    }

    /** Whether the id is that of a whole tenant. */
    static boolean isTenant(String id) {
        return id.strip().endsWith(END_OF_TENANT);
    }

    /** The id of a tenant as a grantee; for a deleted one as in policies. */
    static String id(Optional<TenantId> tenant) {
        return tenant.map(TenantId::toString).orElse(Sharing.UNKNOWN) + END_OF_TENANT;
    }

    /** Remembers what a whole tenant is granted. */
    void tenant(String id, AclPermission permission) {
        if (!TenantGrants.isOffered(permission)) {
            throw new FailureException(new Failure.NotOffered(permission + " for a tenant as grantee of an ACL"));
        }
        String account = id.strip().substring(0, id.strip().length() - END_OF_TENANT.length());
        TenantId tenant = PrincipalArn.parse(account)
                .map(PrincipalArn::tenant)
                .filter(known -> known.toString().equals(account))
                .orElseThrow(() -> invalid(id));
        tenants.computeIfAbsent(permission, _ -> new LinkedHashSet<>())
                .add(sharing.principal(platform, tenant).orElseThrow(() -> invalid(id)));
        found.add(new Grantee.OfTenant(tenant));
    }

    /** The grants to tenants so far. */
    TenantGrants tenants() {
        return new TenantGrants(tenants);
    }

    /** The platform's id of the owner, who is granted nothing by that. */
    String owner(String id) {
        return counterpart(id).platformCanonicalId();
    }

    /** The platform's id of a user who is a grantee. */
    String user(String id) {
        Counterpart user = counterpart(id);
        found.add(new Grantee.OfUser(user.tenant(), user.user()));
        return user.platformCanonicalId();
    }

    /** The group, which platforms name as we do. */
    String group(String uri) {
        if (uri.strip().equals(GrantHeader.EVERYBODY)) {
            found.add(new Grantee.Everybody());
        }
        return uri;
    }

    /** The grantees so far. */
    Set<Grantee> found() {
        return Set.copyOf(found);
    }

    /**
     * Never the client's text: it might name a user by the platform's own id, which clients must not use.
     */
    private Counterpart counterpart(String id) {
        if (isTenant(id)) {
            throw new FailureException(new Failure.NotOffered("A tenant as grantee of an ACL"));
        }
        return CanonicalId.parse(id.strip())
                .flatMap(known -> owners.findCounterpart(platform, known))
                .orElseThrow(() -> invalid(id));
    }

    private static S3ErrorException invalid(String id) {
        return new S3ErrorException(S3Error.invalidArgument("Invalid id", "CanonicalUser/ID", id));
    }

    /**
     * Users of OSE have no e-mail addresses; a platform would search all of its users, including those outside of OSE.
     */
    static S3ErrorException nobodyBehindAddress() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS));
    }
}
