package dev.ose.server.admin.director;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.director.DirectorStore;
import dev.ose.server.director.OrganisationId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Which organisation of Cloud Director a tenant is, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/director-organisation")
@Tag(name = "Cloud Director")
public class OrganisationController {

    private final DirectorStore store;

    public OrganisationController(DirectorStore store) {
        this.store = store;
    }

    /** @param organisation its UUID or URN in Cloud Director */
    @Schema(name = "NewDirectorOrganisation")
    record NewLink(@Required @Nullable String organisation) {}

    /** @param organisation its UUID in Cloud Director; absent if the tenant is none */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "DirectorOrganisation")
    record Link(@Schema(format = "uuid") @Nullable String organisation) {}

    @GetMapping
    @Operation(summary = "Show which organisation of Cloud Director a tenant is")
    Link get(@PathVariable String tenant) {
        return new Link(store.organisation(Input.tenant(tenant))
                .map(OrganisationId::toString)
                .orElse(null));
    }

    @PutMapping
    @Operation(
            summary = "Make a tenant an organisation of Cloud Director",
            description = "From then on users of the organisation are users of the tenant, its administrators"
                    + " administrators.")
    Link put(@PathVariable String tenant, @RequestBody NewLink link) {
        TenantId linked = Input.tenant(tenant);
        OrganisationId organisation = OrganisationId.parse(Input.required("organisation", link.organisation()))
                .orElseThrow(() ->
                        new FailureException(new Failure.Invalid("organisation", "must be a UUID or a URN with one")));
        store.link(linked, organisation);
        return get(tenant);
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Have a tenant be no organisation of Cloud Director",
            description = "Its users stay, and are refused if they show tokens of Cloud Director, unless organisations"
                    + " are activated automatically: the next request of one of them then creates another tenant.")
    void delete(@PathVariable String tenant) {
        store.unlink(Input.tenant(tenant));
    }
}
