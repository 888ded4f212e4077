package dev.ose.server.admin.credential;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.iam.federation.AdministratorProvider;
import dev.ose.server.iam.federation.AdministratorProviderStore;
import dev.ose.server.iam.federation.JitProvisioningPolicy;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListPage;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Revised;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
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
import tools.jackson.databind.annotation.JsonDeserialize;

/** Identity providers by which administrators of the provider sign in, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/identity-providers")
@Tag(name = "Administrators")
public class AdministratorProviderController {

    private final AdministratorProviderStore providers;
    private final SignInProtocol signIns;
    private final ListReader lists;

    public AdministratorProviderController(
            AdministratorProviderStore providers, SignInProtocol signIns, ListReader lists) {
        this.providers = providers;
        this.signIns = signIns;
        this.lists = lists;
    }

    /**
     * An identity provider, and what makes an administrator there.
     *
     * @param clientId as the identity provider knows OSE
     * @param clientSecret null for a public client
     * @param nameClaim names an administrator at the first sign-in; null for {@code preferred_username}
     * @param roleClaim the claim that names a person's roles
     * @param administrators its values that make an administrator of the provider
     */
    @Schema(name = "NewAdministratorProvider")
    record NewProvider(
            @Required @Nullable String issuer,
            @Required @Nullable String clientId,

            @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret clientSecret,

            @Nullable String nameClaim,
            @Required @Nullable String roleClaim,
            @Required @Nullable List<String> administrators) {}

    /** What is shown of it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AdministratorProviderView(
            String name,
            String issuer,
            String clientId,
            boolean hasSecret,
            String nameClaim,
            String roleClaim,
            List<String> administrators) {

        static AdministratorProviderView of(AdministratorProvider provider) {
            return new AdministratorProviderView(
                    provider.name(),
                    provider.issuer(),
                    provider.clientId(),
                    provider.clientSecret() != null,
                    provider.nameClaim(),
                    provider.roleClaim(),
                    provider.administrators());
        }
    }

    @PutMapping("/{name}")
    @Operation(
            summary = "Let administrators of the provider sign in by an identity provider",
            description =
                    "A person with one of these roles there is an administrator here. The issuer of one that exists"
                            + " cannot be changed.")
    ResponseEntity<AdministratorProviderView> put(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody NewProvider request) {
        String nameClaim = request.nameClaim();
        AdministratorProvider provider = new AdministratorProvider(
                name,
                Input.required("issuer", request.issuer()),
                Input.required("clientId", request.clientId()),
                request.clientSecret(),
                nameClaim == null ? JitProvisioningPolicy.DEFAULT_CLAIM : nameClaim,
                Input.required("roleClaim", request.roleClaim()),
                Input.each("administrators", request.administrators()));
        providers.put(provider, EntityTags.expected(ifMatch));
        signIns.forget(provider.issuer());
        return get(name);
    }

    @GetMapping("/{name}")
    @Operation(summary = "Show an identity provider of the provider's administrators")
    ResponseEntity<AdministratorProviderView> get(@PathVariable String name) {
        return EntityTags.answer(providers
                .find(name)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", name)))
                .map(AdministratorProviderView::of));
    }

    @GetMapping
    @Operation(
            summary = "List the identity providers of the provider's administrators",
            description = "Filtered and ordered by name, issuer and createdAt.")
    Page<AdministratorProviderView> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.ADMINISTRATOR_PROVIDERS);
        ListPage<String> page = lists.administratorProviders(query);
        // One that is removed meanwhile is left out.
        List<AdministratorProviderView> shown = page.items().stream()
                .flatMap(name -> providers.find(name).stream())
                .map(Revised::value)
                .map(AdministratorProviderView::of)
                .toList();
        return new Page<>(shown, ListPart.page(query, page, name -> name).next(), page.total());
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary =
                    "Remove an identity provider with the administrators who sign in by it, their sessions and tokens")
    void delete(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        providers.delete(name, EntityTags.expected(ifMatch));
    }
}
