package dev.ose.server.admin.credential;

import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.admin.json.Page;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.Credentials;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
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
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Credentials of a user in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/credentials")
@Tag(name = "Credentials")
public class CredentialController {

    static final String FILTERED = "Filter and order take accessKey, user, name, kind, status, description, createdAt,"
            + " expiresAt and lastUsedAt; one without an end, or without a known use, comes after all others.";

    private static final int DEFAULT_OVERLAP = 7;
    private static final int MAX_OVERLAP = 90;

    private final Provisioning provisioning;
    private final Credentials credentials;
    private final ListReader lists;

    public CredentialController(Provisioning provisioning, Credentials credentials, ListReader lists) {
        this.provisioning = provisioning;
        this.credentials = credentials;
        this.lists = lists;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Create a key pair; only this answer contains its secret")
    CredentialView create(
            @PathVariable String tenant, @PathVariable String user, @RequestBody NewCredentialRequest request) {
        UserId owner = existing(tenant, user);
        return CredentialView.of(credentials.create(Input.tenant(tenant), owner, request.terms()));
    }

    @GetMapping
    @Operation(summary = "List a user's credentials, oldest first", description = FILTERED)
    Page<CredentialView> list(
            @PathVariable String tenant, @PathVariable String user, @ParameterObject @ModelAttribute ListPart part) {
        UserId owner = existing(tenant, user);
        ListQuery query = part.query(AdminList.CREDENTIALS);
        return ListPart.page(query, lists.credentials(Input.tenant(tenant), owner, query), CredentialView::of);
    }

    @GetMapping("/{accessKey}")
    @Operation(summary = "Show a key pair without its secret")
    ResponseEntity<CredentialView> get(
            @PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        return shown(find(tenant, user, accessKey));
    }

    @PatchMapping(
            path = "/{accessKey}",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MergePatch.MEDIA_TYPE})
    @Operation(
            summary = "Change name, description, policy or expiry of a key pair",
            description = "What is absent stays, what is null is removed. The policy of an application can be changed,"
                    + " but not be removed. A change of policy or expiry also takes iam:CreateAccessKey.")
    ResponseEntity<CredentialView> update(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String accessKey,
            @RequestBody CredentialPatch patch,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            HttpServletRequest request) {
        Credential credential = find(tenant, user, accessKey);
        if (patch.changesRights()) {
            requirePolicies(CredentialOperation.CREATE_CREDENTIAL, credential, request);
        }
        credentials.edit(credential.tenant(), credential.accessKey(), EntityTags.expected(ifMatch), patch::of);
        return shown(credential);
    }

    /**
     * How to rotate.
     *
     * @param endsAfterDays how long the former key pair is still served: 0 to 90 days, 7 if absent
     */
    record Rotation(@Nullable Integer endsAfterDays) {

        Duration overlap() {
            int days = endsAfterDays == null ? DEFAULT_OVERLAP : endsAfterDays;
            if (days < 0 || days > MAX_OVERLAP) {
                throw new FailureException(new Failure.Invalid("endsAfterDays", "must be from 0 to " + MAX_OVERLAP));
            }
            return Duration.ofDays(days);
        }
    }

    @PostMapping("/{accessKey}/rotate")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a key pair in the place of another; only this answer contains its secret",
            description = "The new pair has the name, the description and the policy of the former one, which loses its"
                    + " name and ends after endsAfterDays (0 to 90, 7 if absent). An expiry is as far away as the"
                    + " former one's was when that was made. Also takes iam:UpdateAccessKey.")
    CredentialView rotate(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String accessKey,
            @RequestBody(required = false) @Nullable Rotation how,
            HttpServletRequest request) {
        Credential credential = find(tenant, user, accessKey);
        requirePolicies(CredentialOperation.UPDATE_CREDENTIAL, credential, request);
        Rotation rotation = how == null ? new Rotation(null) : how;
        return CredentialView.of(credentials.rotate(credential.tenant(), credential.accessKey(), rotation.overlap()));
    }

    private void requirePolicies(AdminOperation operation, Credential credential, HttpServletRequest request) {
        AdminGuard.requirePolicies(operation, request, provisioning.user(credential.tenant(), credential.user()));
    }

    private ResponseEntity<CredentialView> shown(Credential credential) {
        return EntityTags.answer(
                credentials.shown(credential.tenant(), credential.accessKey()).map(CredentialView::of));
    }

    @PostMapping("/{accessKey}/disable")
    @Operation(summary = "Refuse requests signed with a key pair")
    ResponseEntity<CredentialView> disable(
            @PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        Credential credential = find(tenant, user, accessKey);
        credentials.disable(credential.tenant(), credential.accessKey());
        return shown(credential);
    }

    @PostMapping("/{accessKey}/enable")
    @Operation(summary = "Serve requests signed with a key pair again")
    ResponseEntity<CredentialView> enable(
            @PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        Credential credential = find(tenant, user, accessKey);
        credentials.enable(credential.tenant(), credential.accessKey());
        return shown(credential);
    }

    @DeleteMapping("/{accessKey}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Delete a key pair")
    void delete(@PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        Credential credential = find(tenant, user, accessKey);
        credentials.delete(credential.tenant(), credential.accessKey());
    }

    private UserId existing(String tenant, String user) {
        TenantId home = Input.tenant(tenant);
        return provisioning.user(home, Input.user(user)).id();
    }

    private Credential find(String tenant, String user, String accessKey) {
        return credentials.ofUser(Input.tenant(tenant), existing(tenant, user), accessKey);
    }
}
