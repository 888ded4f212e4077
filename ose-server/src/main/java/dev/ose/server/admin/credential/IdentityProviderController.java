package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.iam.federation.JitProvisioningPolicy;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Issuers of tokens that tenants trust, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/identity-providers")
@Tag(name = "Identity providers")
public class IdentityProviderController {

    private static final String DEFAULT_CLAIM = "sub";

    private final Provisioning provisioning;
    private final IdentityProviderStore identityProviders;
    private final SignInProtocol signIns;
    private final ListReader lists;

    public IdentityProviderController(
            Provisioning provisioning,
            IdentityProviderStore identityProviders,
            SignInProtocol signIns,
            ListReader lists) {
        this.provisioning = provisioning;
        this.identityProviders = identityProviders;
        this.signIns = signIns;
        this.lists = lists;
    }

    /**
     * An issuer and how its tokens are understood.
     *
     * @param keys where the issuer's keys are; null to ask the issuer where
     * @param claim identifies the user; null for the subject
     * @param users which user each value of the claim stands for; null where the value is the user's name
     * @param createsUsers whether the first token of a subject makes a user; null for no
     * @param nameClaim names such a user; null for {@code preferred_username}
     * @param maxUsers how many of them there may be; null for 1000
     */
    @Schema(name = "NewIdentityProvider")
    record Trust(
            @Required @Nullable String issuer,
            @Required @Nullable List<String> audiences,
            @Nullable URI keys,
            @Nullable String claim,
            @Nullable Map<String, String> users,
            @Nullable Boolean createsUsers,
            @Nullable String nameClaim,
            @Nullable Integer maxUsers) {

        /** Fails with {@code Invalid} where something is said of users that are not to be made. */
        private @Nullable JitProvisioningPolicy newUsers() {
            if (Boolean.TRUE.equals(createsUsers)) {
                return new JitProvisioningPolicy(
                        nameClaim == null ? JitProvisioningPolicy.DEFAULT_CLAIM : nameClaim,
                        maxUsers == null ? JitProvisioningPolicy.DEFAULT_MAX : maxUsers);
            }
            if (nameClaim != null || maxUsers != null) {
                throw new FailureException(
                        new Failure.Invalid("createsUsers", "must be true if nameClaim or maxUsers is present"));
            }
            return null;
        }
    }

    /** What is shown of it. */
    record IdentityProviderView(
            String name,
            String issuer,
            List<String> audiences,
            @Nullable URI keys,
            String claim,
            Map<String, String> users,
            boolean createsUsers,
            @Nullable String nameClaim,
            @Nullable Integer maxUsers) {

        static IdentityProviderView of(IdentityProvider provider) {
            JitProvisioningPolicy newUsers = provider.newUsers();
            return new IdentityProviderView(
                    provider.name(),
                    provider.issuer(),
                    provider.audiences(),
                    provider.keys(),
                    provider.claim(),
                    provider.users(),
                    newUsers != null,
                    newUsers == null ? null : newUsers.nameClaim(),
                    newUsers == null ? null : newUsers.most());
        }
    }

    @PutMapping("/{name}")
    @Operation(
            summary = "Trust an issuer of tokens of OpenID Connect to say who a tenant's users are",
            description = "Nodes request the issuer's keys, so only the provider may name one. With createsUsers"
                    + " the first token of an unknown user creates the user, named by the claim nameClaim.")
    ResponseEntity<IdentityProviderView> put(
            @PathVariable String tenant,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Trust trust) {
        TenantId home = provisioning.tenant(Input.tenant(tenant)).id();
        String claim = trust.claim();
        Map<String, String> users = trust.users();
        if (users != null) {
            Input.each("users", new ArrayList<>(users.values()));
        }
        IdentityProvider provider = new IdentityProvider(
                home,
                name,
                Input.required("issuer", trust.issuer()),
                Input.each("audiences", trust.audiences()),
                trust.keys(),
                claim == null ? DEFAULT_CLAIM : claim,
                users == null ? Map.of() : users,
                trust.newUsers());
        identityProviders.put(provider, EntityTags.expected(ifMatch));
        signIns.forget(provider.issuer());
        return get(tenant, name);
    }

    @GetMapping("/{name}")
    @Operation(summary = "Show an issuer that a tenant trusts")
    ResponseEntity<IdentityProviderView> get(@PathVariable String tenant, @PathVariable String name) {
        return EntityTags.answer(identityProviders
                .find(Input.tenant(tenant), name)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", name)))
                .map(IdentityProviderView::of));
    }

    @GetMapping
    @Operation(
            summary = "List the issuers that a tenant trusts",
            description = "Filtered and ordered by name, issuer and createdAt.")
    Page<IdentityProviderView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.IDENTITY_PROVIDERS);
        return ListPart.page(query, lists.identityProviders(Input.tenant(tenant), query), IdentityProviderView::of);
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Trust an issuer no longer; sessions that are open go on to their end")
    void delete(
            @PathVariable String tenant,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        identityProviders.delete(Input.tenant(tenant), name, EntityTags.expected(ifMatch));
    }
}
