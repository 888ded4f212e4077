package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.Credentials;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Credentials of a user in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/credentials")
@Tag(name = "Credentials")
public class CredentialController {

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
    @Operation(
            summary = "List a user's credentials, oldest first",
            description =
                    "Filter and order take accessKey, kind, status, description, createdAt and expiresAt; one without"
                            + " an end comes after all others.")
    Page<CredentialView> list(
            @PathVariable String tenant, @PathVariable String user, @ParameterObject @ModelAttribute ListPart part) {
        UserId owner = existing(tenant, user);
        ListQuery query = part.query(AdminList.CREDENTIALS);
        return ListPart.page(query, lists.credentials(Input.tenant(tenant), owner, query), CredentialView::of);
    }

    @PostMapping("/{accessKey}/disable")
    @Operation(summary = "Refuse requests signed with a key pair")
    CredentialView disable(@PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        Credential credential = find(tenant, user, accessKey);
        credentials.disable(credential.tenant(), credential.accessKey());
        return CredentialView.of(find(tenant, user, accessKey));
    }

    @PostMapping("/{accessKey}/enable")
    @Operation(summary = "Serve requests signed with a key pair again")
    CredentialView enable(@PathVariable String tenant, @PathVariable String user, @PathVariable String accessKey) {
        Credential credential = find(tenant, user, accessKey);
        credentials.enable(credential.tenant(), credential.accessKey());
        return CredentialView.of(find(tenant, user, accessKey));
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
