package dev.ose.server.admin.bucket;

import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AccountingOperation;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.bucket.settings.BucketSetup;
import dev.ose.server.bucket.settings.NewBucket;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.Regions;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.PlacedIdentities;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates buckets for callers of the admin API. Thread-safe. */
public final class NewBuckets {

    private final Provisioning provisioning;
    private final S3Users users;
    private final BucketSetup setup;
    private final Regions regions;
    private final PlacedIdentities placed;

    public NewBuckets(
            Provisioning provisioning, S3Users users, BucketSetup setup, Regions regions, PlacedIdentities placed) {
        this.provisioning = provisioning;
        this.users = users;
        this.setup = setup;
        this.regions = regions;
        this.placed = placed;
    }

    /** Creates the bucket that the caller asks for; blocks on database and platform. */
    void create(TenantId tenant, NewBucketRequest request, HttpServletRequest from) {
        Tenant home = provisioning.tenant(tenant);
        TenantId known = home.id();
        String region = request.region() == null ? regions.of(home.platform()) : request.region();
        PlatformId platform = platform(home, region);
        NewBucket wanted = request.checked(region);
        AdminGuard.requirePolicies(BucketAdminOperation.CREATE_BUCKET, wanted.name(), from);
        UserId owner = owner(known, request.owner());
        if (!wanted.quota().isNone()) {
            AdminGuard.requireAlso(AccountingOperation.PUT_BUCKET_QUOTA, known, Set.of(), provisioning);
            AdminGuard.requirePolicies(AccountingOperation.PUT_BUCKET_QUOTA, wanted.name(), from);
        }
        AdminGuard.requireActions(request.actions(), wanted.name(), from);
        AuditedSubject.noteNewBucket(from, wanted.name().value(), owner);
        Identity identity = users.find(known, owner, InetAddress.ofLiteral(from.getRemoteAddr()))
                .filter(Identity::isOfActiveUser)
                .orElseThrow(() -> new FailureException(
                        new Failure.Invalid("owner", "is disabled, or has no key on the platform yet")));
        setup.create(Futures.await(placed.on(platform, identity)), wanted);
    }

    private PlatformId platform(Tenant home, String region) {
        return regions.platform(region, home.platform())
                .filter(it -> it.equals(home.platform()) || placed.mayCreateBuckets(home.id(), it))
                .orElseThrow(() -> new FailureException(
                        new Failure.Invalid("region", "must be that of a platform that the tenant may use")));
    }

    /** Another's bucket is created with its key: in its name. */
    private UserId owner(TenantId tenant, @Nullable String named) {
        switch (Logins.caller()) {
            case AdminCaller.Member member
            when named == null -> {
                return member.user();
            }
            case AdminCaller.Member member
            when !member.user().toString().equals(named) -> {
                boolean mayImpersonate =
                        member.plainUser().isEmpty() && member.impersonation() == ImpersonationPolicy.FULL_PERMISSION;
                if (!mayImpersonate) {
                    throw new FailureException(new Failure.NotAllowed("CreateBucket for another user"));
                }
            }
            case AdminCaller.Member _, AdminCaller.Provider _, AdminCaller.Anonymous _ -> {}
        }
        UserId owner = Input.user(Input.required("owner", named));
        return provisioning.user(tenant, owner).id();
    }
}
