package dev.ose.server.admin.credential;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/** OSE as a client of tenants' identity providers, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/identity-providers/{name}/sign-in")
@Tag(name = "Identity providers")
public class SignInClientController {

    private final IdentityProviderStore providers;
    private final SignInClientStore clients;
    private final SignInProtocol signIns;

    public SignInClientController(IdentityProviderStore providers, SignInClientStore clients, SignInProtocol signIns) {
        this.providers = providers;
        this.clients = clients;
        this.signIns = signIns;
    }

    /**
     * How the provider knows OSE, and what it says about roles.
     *
     * @param clientSecret null for a public client
     * @param roleClaim the claim that names a user's roles; null if roles are managed here
     * @param administrators its values that make an administrator of the tenant
     */
    @Schema(name = "NewSignInClient")
    record Client(
            @Required @Nullable String clientId,

            @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret clientSecret,

            @Nullable String roleClaim,
            @Nullable List<String> administrators) {}

    /** What is shown of it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "SignInClientView")
    record ClientView(
            String clientId, boolean hasSecret, @Nullable String roleClaim, List<String> administrators) {

        static ClientView of(SignInClient client) {
            return new ClientView(client.id(), client.secret() != null, client.roleClaim(), client.administrators());
        }
    }

    @PutMapping
    @Operation(
            summary = "Let users of a tenant sign in by an identity provider",
            description = "With roleClaim each sign-in gives the user the role that the provider says.")
    ResponseEntity<ClientView> put(
            @PathVariable String tenant,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody Client request) {
        List<String> administrators = request.administrators();
        SignInClient client = new SignInClient(
                provider(Input.tenant(tenant), name),
                Input.required("clientId", request.clientId()),
                request.clientSecret(),
                request.roleClaim(),
                administrators == null ? List.of() : Input.each("administrators", administrators));
        clients.put(client, EntityTags.expected(ifMatch));
        signIns.forget(client.provider().issuer());
        return get(tenant, name);
    }

    @GetMapping
    @Operation(summary = "Show how users of a tenant sign in by an identity provider")
    ResponseEntity<ClientView> get(@PathVariable String tenant, @PathVariable String name) {
        return EntityTags.answer(clients.findRevised(Input.tenant(tenant), name)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider for sign-in", name)))
                .map(ClientView::of));
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Let users of a tenant sign in by an identity provider no longer; open sessions go on")
    void delete(
            @PathVariable String tenant,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        clients.delete(Input.tenant(tenant), name, EntityTags.expected(ifMatch));
    }

    private IdentityProvider provider(TenantId tenant, String name) {
        return providers
                .find(tenant, name)
                .map(Revised::value)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", name)));
    }
}
