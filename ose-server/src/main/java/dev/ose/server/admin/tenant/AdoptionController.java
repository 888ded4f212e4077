package dev.ose.server.admin.tenant;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.ShownTenant;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Adoption of a platform's existing users and buckets, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}")
@Tag(name = "Adoption")
public class AdoptionController {

    private static final int DEFAULT = 100;

    private final Provisioning provisioning;
    private final AttachedPlatforms platforms;
    private final BucketAdoption adoption;

    public AdoptionController(Provisioning provisioning, BucketAdoption adoption, AttachedPlatforms platforms) {
        this.provisioning = provisioning;
        this.platforms = platforms;
        this.adoption = adoption;
    }

    /** @param platformTenant the platform's id of a tenant that is there already, to be shared */
    @Schema(name = "PlatformTenant")
    record Counterpart(@Required @Nullable String platformTenant) {}

    @PutMapping("/platform-tenant")
    @Operation(summary = "Map a tenant without users and buckets to another tenant of the platform")
    TenantView remap(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Counterpart request) {
        Tenant remapped = provisioning.remapTenant(
                Input.tenant(tenant), Input.platformTenant(request.platformTenant()), EntityTags.expected(ifMatch));
        return TenantView.of(new ShownTenant(remapped, null), platforms);
    }

    /**
     * Who becomes a user.
     *
     * @param platformUser the platform's id of a user of the tenant's counterpart
     * @param role a {@code TENANT_USER}, if absent
     */
    record Adoption(
            @Required @Nullable String name,
            @Required @Nullable String platformUser,
            @Nullable Role role) {}

    @PostMapping("/users/adopt")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Make a user of one that the platform has already",
            description =
                    "The user keeps what it owns there, and its key pairs. Only this answer contains the secret of its"
                            + " reserved credential. A TENANT_ADMIN is made with a sign-in, not with a token (403,"
                            + " OSE-2101).")
    NewUserView adoptUser(@PathVariable String tenant, @RequestBody Adoption request) {
        @Nullable Role asked = request.role();
        Role role = asked == null ? Role.TENANT_USER : asked;
        if (role == Role.TENANT_ADMIN) {
            AdminGuard.requireSignIn("AdoptUser as TENANT_ADMIN");
        }
        return NewUserView.of(provisioning.adoptUser(
                Input.tenant(tenant),
                Input.required("name", request.name()),
                role,
                Input.platformUser(request.platformUser())));
    }

    /**
     * Which of the user's buckets to look at.
     *
     * @param after go on behind this name; from the start, if absent
     * @param limit how many to look at, 100 if absent
     * @param dryRun whether only to report what would become of them, as far as their names decide it
     */
    @Schema(name = "AdoptionPart")
    record Part(
            @Nullable String after,
            @Nullable Integer limit,
            @Nullable Boolean dryRun) {}

    /**
     * What became of them.
     *
     * @param next pass it as {@code after} to go on; absent at the end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "AdoptionReport")
    record Report(List<Adopted> buckets, @Nullable String next) {}

    /**
     * A bucket and what became of it.
     *
     * @param sharing what became of whom it is shared with; absent if it is not the tenant's, or nothing was changed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "AdoptedBucket")
    record Adopted(String bucket, BucketAdoption.Outcome outcome, SharingAdoption.@Nullable Outcome sharing) {

        static Adopted of(BucketAdoption.Adopted adopted) {
            return new Adopted(adopted.bucket(), adopted.outcome(), adopted.sharing());
        }
    }

    @PostMapping("/users/{user}/buckets/adopt")
    @Operation(
            summary = "Take over the buckets that a user has on the platform and not here",
            description =
                    "Those that are adopted are compared with the platform, which fills in their objects. Whom their"
                            + " policies and ACLs let in finds them from then on; repeat the call where these are"
                            + " UNREAD.")
    Report adoptBuckets(@PathVariable String tenant, @PathVariable String user, @RequestBody Part part) {
        TenantId owner = Input.tenant(tenant);
        User found = provisioning.user(owner, Input.user(user));
        String after = part.after() == null ? "" : part.after();
        int limit = Input.limit(part.limit(), DEFAULT);
        BucketAdoption.Report report = Boolean.TRUE.equals(part.dryRun())
                ? adoption.preview(found, after, limit)
                : adoption.adopt(found, after, limit);
        return new Report(report.buckets().stream().map(Adopted::of).toList(), report.next());
    }
}
