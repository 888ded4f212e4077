package dev.ose.server.admin.credential;

import dev.ose.server.admin.credential.PolicyDocuments.NewPolicy;
import dev.ose.server.admin.credential.PolicyDocuments.PolicyView;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.NamedPolicy;
import dev.ose.server.tenant.credential.Roles;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
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
import tools.jackson.databind.JsonNode;

/**
 * Roles of tenants in the admin API. A role is changed below the user as whom it acts, so that changing it is acting in
 * that user's name, as in IAM.
 */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}")
@Tag(name = "Roles and policies")
public class RoleController {

    private static final int SHORTEST = 3_600;
    private static final int LONGEST = 43_200;

    private final Provisioning provisioning;
    private final Roles roles;
    private final ListReader lists;

    public RoleController(Provisioning provisioning, Roles roles, ListReader lists) {
        this.provisioning = provisioning;
        this.roles = roles;
        this.lists = lists;
    }

    /**
     * A new role.
     *
     * @param trust the trust policy
     * @param maxSessionSeconds how long its sessions last at most; null for an hour
     */
    record NewRole(
            @Required @Nullable JsonNode trust,
            @Nullable String description,
            @Nullable Integer maxSessionSeconds) {}

    /** Another trust policy. */
    record NewTrust(@Required @Nullable JsonNode trust) {}

    /**
     * A role as the API shows it.
     *
     * @param user the id of the user as whom it acts
     */
    record RoleView(
            String name,
            String arn,
            @Schema(format = "uuid") String user,
            String description,
            long maxSessionSeconds,
            JsonNode trust,
            Instant createdAt) {

        static RoleView of(AssumableRole role) {
            return new RoleView(
                    role.name(),
                    role.arn().toString(),
                    role.actsAs().toString(),
                    role.description(),
                    role.longest().toSeconds(),
                    PolicyDocuments.shown(role.trust()),
                    role.createdAt());
        }
    }

    @GetMapping("/roles")
    @Operation(
            summary = "List the roles of a tenant",
            description = "Filtered and ordered by name, description and createdAt.")
    Page<RoleView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.ROLES);
        return ListPart.page(
                query, lists.roles(provisioning.tenant(Input.tenant(tenant)).id(), query), RoleView::of);
    }

    @GetMapping("/roles/{role}")
    @Operation(summary = "Show a role")
    RoleView get(@PathVariable String tenant, @PathVariable String role) {
        return RoleView.of(find(tenant, role));
    }

    @GetMapping("/roles/{role}/policies")
    @Operation(summary = "List the policies of a role", description = "Filtered and ordered by name.")
    Page<PolicyView> listPolicies(
            @PathVariable String tenant, @PathVariable String role, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.ROLE_POLICIES);
        return ListPart.page(query, lists.rolePolicies(find(tenant, role), query), PolicyView::of);
    }

    @GetMapping("/roles/{role}/policies/{policy}")
    @Operation(summary = "Show a policy of a role")
    PolicyView getPolicy(@PathVariable String tenant, @PathVariable String role, @PathVariable String policy) {
        String name = known("role policy", policy);
        return PolicyView.of(new NamedPolicy(name, roles.policy(find(tenant, role), name)));
    }

    @PutMapping("/users/{user}/roles/{role}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Make a role that acts as a user, an administrator of the tenant",
            description = "Without policies it allows nothing. One of that name that exists is left as it is: 409.")
    RoleView create(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String role,
            @RequestBody NewRole request) {
        User owner = provisioning.user(Input.tenant(tenant), Input.user(user));
        if (owner.role() != Role.TENANT_ADMIN) {
            throw new FailureException(new Failure.Invalid("user", "must be an administrator of the tenant"));
        }
        return RoleView.of(roles.create(
                new Roles.Draft(
                        new RoleArn(owner.tenant(), role),
                        PolicyDocuments.text("trust", request.trust()),
                        Input.description(request.description()),
                        length(request.maxSessionSeconds())),
                owner.id()));
    }

    private static Duration length(@Nullable Integer seconds) {
        int length = seconds == null ? SHORTEST : seconds;
        if (length < SHORTEST || length > LONGEST) {
            throw new FailureException(
                    new Failure.Invalid("maxSessionSeconds", "must be from " + SHORTEST + " to " + LONGEST));
        }
        return Duration.ofSeconds(length);
    }

    @DeleteMapping("/users/{user}/roles/{role}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Delete a role with its policies, and end its sessions")
    void delete(@PathVariable String tenant, @PathVariable String user, @PathVariable String role) {
        roles.delete(find(tenant, user, role));
    }

    @PutMapping("/users/{user}/roles/{role}/trust")
    @Operation(summary = "Say who may assume a role from now on; open sessions go on")
    RoleView putTrust(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String role,
            @RequestBody NewTrust request) {
        roles.setTrust(find(tenant, user, role), PolicyDocuments.text("trust", request.trust()));
        return get(tenant, role);
    }

    @PutMapping("/users/{user}/roles/{role}/policies/{policy}")
    @Operation(summary = "Give a role a policy, in place of one of that name")
    PolicyView putPolicy(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String role,
            @PathVariable String policy,
            @RequestBody NewPolicy request) {
        String document = PolicyDocuments.text("document", request.document());
        roles.putPolicy(find(tenant, user, role), policy, document);
        return PolicyView.of(new NamedPolicy(policy, document));
    }

    @DeleteMapping("/users/{user}/roles/{role}/policies/{policy}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Take a policy away from a role")
    void deletePolicy(
            @PathVariable String tenant,
            @PathVariable String user,
            @PathVariable String role,
            @PathVariable String policy) {
        roles.deletePolicy(find(tenant, user, role), known("role policy", policy));
    }

    private AssumableRole find(String tenant, String role) {
        return roles.get(new RoleArn(Input.tenant(tenant), known("role", role)));
    }

    /** A name that cannot be in the database is as unknown as one that is not. */
    private static String known(String kind, String name) {
        if (name.indexOf('\0') >= 0) {
            throw new FailureException(new Failure.NotFound(kind, "of this name"));
        }
        return name;
    }

    /** The role, if it acts as the user; one that acts as another is none of that user's. */
    private AssumableRole find(String tenant, String user, String role) {
        AssumableRole found = find(tenant, role);
        if (!found.actsAs().equals(Input.user(user))) {
            throw new FailureException(new Failure.NotFound("role", role));
        }
        return found;
    }
}
