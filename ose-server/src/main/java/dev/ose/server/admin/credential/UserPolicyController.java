package dev.ose.server.admin.credential;

import dev.ose.server.admin.credential.PolicyDocuments.NewPolicy;
import dev.ose.server.admin.credential.PolicyDocuments.PolicyView;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.NamedPolicy;
import dev.ose.server.tenant.credential.UserPolicies;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Policies attached to tenants' users, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/policies")
@Tag(name = "Roles and policies")
public class UserPolicyController {

    private final Provisioning provisioning;
    private final UserPolicies policies;
    private final ListReader lists;

    public UserPolicyController(Provisioning provisioning, UserPolicies policies, ListReader lists) {
        this.provisioning = provisioning;
        this.policies = policies;
        this.lists = lists;
    }

    @GetMapping
    @Operation(
            summary = "List the policies attached to a user",
            description = "With the first one, the user may do only what its policies allow. Filtered and ordered by"
                    + " name.")
    Page<PolicyView> list(
            @PathVariable String tenant, @PathVariable String user, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.USER_POLICIES);
        User found = existing(tenant, user);
        return ListPart.page(query, lists.userPolicies(found.tenant(), found.id(), query), PolicyView::of);
    }

    @GetMapping("/{policy}")
    @Operation(summary = "Show a policy attached to a user")
    PolicyView get(@PathVariable String tenant, @PathVariable String user, @PathVariable String policy) {
        User found = existing(tenant, user);
        return PolicyView.of(new NamedPolicy(policy, policies.get(found.tenant(), found.id(), policy)));
    }

    @PutMapping("/{policy}")
    @Operation(summary = "Attach a policy to a user, in place of one of that name")
    PolicyView put(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String policy,
            @RequestBody NewPolicy request) {
        User found = existing(tenant, user);
        String document = PolicyDocuments.text("document", request.document());
        policies.put(found.tenant(), found.id(), policy, document);
        return PolicyView.of(new NamedPolicy(policy, document));
    }

    @DeleteMapping("/{policy}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Detach a policy; a user without any has the rights of its role")
    void delete(@PathVariable String tenant, @PathVariable String user, @PathVariable String policy) {
        User found = existing(tenant, user);
        policies.delete(found.tenant(), found.id(), policy);
    }

    private User existing(String tenant, String user) {
        TenantId home = Input.tenant(tenant);
        return provisioning.user(home, Input.user(user));
    }
}
