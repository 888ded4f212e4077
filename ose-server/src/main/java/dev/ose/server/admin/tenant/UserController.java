package dev.ose.server.admin.tenant;

import dev.ose.adapter.PlatformUsage;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.OfferedCapabilities;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
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
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Users of a tenant in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users")
@Tag(name = "Users")
public class UserController {

    private final Provisioning provisioning;
    private final AccountDeletion deletion;
    private final OfferedCapabilities capabilities;
    private final BucketReassignment reassignment;

    private final ListReader lists;

    public UserController(
            Provisioning provisioning,
            AccountDeletion deletion,
            OfferedCapabilities capabilities,
            BucketReassignment reassignment,
            ListReader lists) {
        this.provisioning = provisioning;
        this.deletion = deletion;
        this.capabilities = capabilities;
        this.reassignment = reassignment;
        this.lists = lists;
    }

    /** The request for a user; without a role it is a {@code TENANT_USER}. */
    record NewUser(
            @Required @Nullable String name, @Nullable Role role) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a user; only this answer contains the secret of its reserved credential",
            description = "A TENANT_ADMIN is created with a sign-in, not with a token (403, OSE-2101).")
    NewUserView create(@PathVariable String tenant, @RequestBody NewUser user, HttpServletRequest request) {
        @Nullable Role asked = user.role();
        Role role = asked == null ? Role.TENANT_USER : asked;
        TenantId home = Input.tenant(tenant);
        String name = Input.required("name", user.name());
        AdminGuard.requirePolicies(UserOperation.CREATE_USER, request, name);
        if (role == Role.TENANT_ADMIN) {
            // The answer has its key, which outlives a token and opens what keys of others do.
            AdminGuard.requireSignIn("CreateUser as TENANT_ADMIN");
            AdminGuard.requireAdmission(CredentialOperation.CREATE_CREDENTIAL, home, provisioning);
        }
        return NewUserView.of(provisioning.createUser(home, name, role));
    }

    @GetMapping
    @Operation(
            summary = "List a tenant's users by name, or find the one of a name",
            description = "Filter and order take name, displayName, email, role, status, createdAt and lastSeen.")
    Page<UserView> list(
            @PathVariable String tenant,
            @ParameterObject @ModelAttribute ListPart part,
            @Parameter(description = "Only the user of this name, in place of the other parameters.")
                    @RequestParam(required = false)
                    @Nullable
                    String name) {
        TenantId owner = Input.tenant(tenant);
        if (name != null) {
            return Page.ofOne(() -> {
                UserId user = provisioning.userNamed(owner, name).id();
                return UserView.of(provisioning.shownUser(owner, user).value());
            });
        }
        ListQuery query = part.query(AdminList.USERS);
        return ListPart.page(query, lists.users(owner, query), UserView::of);
    }

    @GetMapping("/{user}")
    @Operation(summary = "Show a user")
    ResponseEntity<UserView> get(@PathVariable String tenant, @PathVariable String user) {
        return EntityTags.answer(
                provisioning.shownUser(Input.tenant(tenant), Input.user(user)).map(UserView::of));
    }

    @PatchMapping(
            path = "/{user}",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MergePatch.MEDIA_TYPE})
    @Operation(
            summary = "Change display name, e-mail address, role or status of a user",
            description = "What is absent stays; a display name or an address that is null is removed. The address is"
                    + " not verified. Another role or status ends the user's sessions.")
    ResponseEntity<UserView> update(
            @PathVariable String tenant,
            @PathVariable String user,
            @RequestBody UserPatch patch,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        TenantId home = Input.tenant(tenant);
        UserId changed = Input.user(user);
        AuditedSubject.noteChange(request, patch.role(), patch.status());
        if (patch.role() == Role.TENANT_ADMIN) {
            requirePromotion(home, changed, request);
        }
        provisioning.editUser(home, changed, patch.change(), EntityTags.expected(ifMatch));
        return get(tenant, user);
    }

    /**
     * Requires what a new administrator requires, and a sign-in: the user may have a login, which would outlive a
     * token. Also of a user who is an administrator, who may cease to be one before the change.
     */
    private void requirePromotion(TenantId tenant, UserId user, HttpServletRequest request) {
        AdminGuard.requireSignIn("UpdateUser to TENANT_ADMIN");
        AdminGuard.requirePolicies(UserOperation.CREATE_USER, request, provisioning.user(tenant, user));
        AdminGuard.requireAdmission(CredentialOperation.CREATE_CREDENTIAL, tenant, provisioning);
    }

    @PostMapping("/{user}/disable")
    @Operation(summary = "Refuse all requests of a user; its data stays")
    ResponseEntity<UserView> disable(@PathVariable String tenant, @PathVariable String user) {
        provisioning.disableUser(Input.tenant(tenant), Input.user(user));
        return get(tenant, user);
    }

    @PostMapping("/{user}/enable")
    @Operation(summary = "Serve a user again")
    ResponseEntity<UserView> enable(@PathVariable String tenant, @PathVariable String user) {
        provisioning.enableUser(Input.tenant(tenant), Input.user(user));
        return get(tenant, user);
    }

    @DeleteMapping("/{user}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Remove a user permanently; its name is free again",
            description = "Its keys, sessions, policies, login and the roles that act as it end at once. Its"
                    + " buckets must have been transferred to others (409), or are transferred to newOwner now, the id"
                    + " of a user, if the caller may transfer each of them. For that the user is disabled first, and"
                    + " nothing is transferred while writes into its buckets or uploads are in progress (409)."
                    + " Repeat a call that failed to complete it; if the user is gone, the answer is 404.")
    void remove(
            @PathVariable String tenant,
            @PathVariable String user,
            @Parameter(description = "Id of the user who gets the buckets.") @RequestParam(required = false) @Nullable
                    String newOwner,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        TenantId home = Input.tenant(tenant);
        Expected expected = EntityTags.expected(ifMatch);
        if (newOwner != null) {
            AdminGuard.requireAlso(BucketAdminOperation.TRANSFER_BUCKET, home, capabilities.to(home), provisioning);
            expected = reassignment.reassignAll(
                    home,
                    Input.user(user),
                    Input.user(newOwner),
                    expected,
                    bucket -> AdminGuard.requirePolicies(BucketAdminOperation.TRANSFER_BUCKET, bucket, request));
        }
        deletion.removeUser(home, Input.user(user), expected);
    }

    @GetMapping("/{user}/platform-usage")
    @Operation(summary = "What a user's buckets hold, as the platform counts it at this moment")
    PlatformUsage usage(@PathVariable String tenant, @PathVariable String user) {
        return provisioning.platformUsage(Input.tenant(tenant), Input.user(user));
    }
}
