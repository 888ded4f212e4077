package dev.ose.server.admin.tenant;

import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.platform.ConsoleView;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.platform.probe.AttachedPlatforms;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.ProviderAccess;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.ShownTenant;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tenants in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants")
@Tag(name = "Tenants")
public class TenantController {

    private final Provisioning provisioning;
    private final AccountDeletion deletion;
    private final AttachedPlatforms platforms;
    private final ListReader lists;

    public TenantController(
            Provisioning provisioning, AccountDeletion deletion, AttachedPlatforms platforms, ListReader lists) {
        this.provisioning = provisioning;
        this.deletion = deletion;
        this.platforms = platforms;
        this.lists = lists;
    }

    /**
     * The request for a tenant.
     *
     * @param platform the name of the platform of its buckets, which is never changed; {@code main} if absent
     * @param platformTenant the platform's id of an existing tenant to share; absent to create one
     */
    record NewTenant(
            @Required @Nullable String name,
            @Nullable String platform,
            @Nullable String platformTenant) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Make a tenant")
    TenantView create(@RequestBody NewTenant request) {
        String name = Input.required("name", request.name());
        @Nullable String there = request.platformTenant();
        PlatformId platform = platform(request.platform()).id();
        return view(new ShownTenant(
                there == null
                        ? provisioning.createTenant(name, platform)
                        : provisioning.adoptTenant(name, platform, Input.platformTenant(there)),
                null));
    }

    private TenantView view(ShownTenant shown) {
        return TenantView.of(shown, platforms);
    }

    private Platform platform(@Nullable String name) {
        return platforms
                .named(name == null ? Platform.MAIN : name)
                .orElseThrow(() -> new FailureException(
                        new Failure.Invalid("platform", "is not the name of a platform of this node")));
    }

    @GetMapping
    @Operation(
            summary = "List tenants by name, or find the one of a name",
            description = "Filter and order take name, status, impersonation and createdAt.")
    Page<TenantView> list(
            @ParameterObject @ModelAttribute ListPart part,
            @Parameter(description = "Only the tenant of this name, in place of the other parameters.")
                    @RequestParam(required = false)
                    @Nullable
                    String name) {
        if (name != null) {
            return Page.ofOne(() -> view(provisioning
                    .shownTenant(provisioning.tenantNamed(name).id())
                    .value()));
        }
        ListQuery query = part.query(AdminList.TENANTS);
        return ListPart.page(query, lists.tenants(query), this::view);
    }

    @GetMapping("/{tenant}/console")
    @Operation(summary = "Where a tenant is looked after on the platform, in a browser")
    ConsoleView console(@PathVariable String tenant) {
        return new ConsoleView(provisioning.console(Input.tenant(tenant)));
    }

    @GetMapping("/{tenant}")
    @Operation(summary = "Show a tenant")
    ResponseEntity<TenantView> get(@PathVariable String tenant) {
        boolean isAdministrator = Logins.caller().plainUser().isEmpty();
        return EntityTags.answer(provisioning
                .shownTenant(Input.tenant(tenant))
                .map(shown -> isAdministrator ? view(shown) : TenantView.of(shown.tenant())));
    }

    @PatchMapping(
            path = "/{tenant}",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MergePatch.MEDIA_TYPE})
    @Operation(
            summary = "Change status of a tenant, and the reason of its suspension",
            description = "What is absent stays, a reason that is null is removed. Its administrators see the reason;"
                    + " refusals of sign-ins and of requests do not have it. A tenant that is enabled loses it.")
    ResponseEntity<TenantView> update(
            @PathVariable String tenant,
            @RequestBody TenantPatch patch,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        AuditedSubject.noteChange(request, null, patch.status());
        provisioning.editTenant(Input.tenant(tenant), patch.change(), EntityTags.expected(ifMatch));
        return get(tenant);
    }

    @PostMapping("/{tenant}/disable")
    @Operation(summary = "Refuse all requests of a tenant; its data stays")
    ResponseEntity<TenantView> disable(@PathVariable String tenant) {
        provisioning.disableTenant(Input.tenant(tenant));
        return get(tenant);
    }

    @PostMapping("/{tenant}/enable")
    @Operation(summary = "Serve a tenant again")
    ResponseEntity<TenantView> enable(@PathVariable String tenant) {
        provisioning.enableTenant(Input.tenant(tenant));
        return get(tenant);
    }

    @DeleteMapping("/{tenant}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Remove a tenant that has neither users nor buckets",
            description =
                    "Its quotas, webhooks and trusted issuers of tokens go, too; what it used stays on its bill. One"
                            + " that has users or buckets is left as it is: 409.")
    void remove(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        deletion.removeTenant(Input.tenant(tenant), EntityTags.expected(ifMatch));
    }

    /** Settings of a tenant. */
    @Schema(name = "TenantSettings")
    record Settings(@Required @Nullable ImpersonationPolicy impersonation) {}

    @PutMapping("/{tenant}/settings")
    @Operation(summary = "Say whether a tenant's administrators may act in the name of its users")
    ResponseEntity<TenantView> configure(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Settings settings) {
        provisioning.setImpersonation(
                Input.tenant(tenant),
                Input.required("impersonation", settings.impersonation()),
                EntityTags.expected(ifMatch));
        return get(tenant);
    }

    /** Whether the provider may act in a tenant. */
    @Schema(name = "NewProviderAccess")
    record Access(@Required @Nullable ProviderAccess access) {}

    @PutMapping("/{tenant}/provider-access")
    @Operation(
            summary = "Say whether the provider may act in one's tenant",
            description = "With DISALLOW its administrators make no keys, roles, policies and jobs there, and find no"
                    + " objects.")
    ResponseEntity<TenantView> admitProvider(
            @PathVariable String tenant,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Access wanted) {
        provisioning.setProviderAccess(
                Input.tenant(tenant), Input.required("access", wanted.access()), EntityTags.expected(ifMatch));
        return get(tenant);
    }
}
