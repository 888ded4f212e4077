package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Credentials of all users of a tenant in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/credentials")
@Tag(name = "Credentials")
public class TenantCredentialController {

    private final Provisioning provisioning;
    private final ListReader lists;

    public TenantCredentialController(Provisioning provisioning, ListReader lists) {
        this.provisioning = provisioning;
        this.lists = lists;
    }

    @GetMapping
    @Operation(
            summary = "List the credentials of all users of a tenant, oldest first",
            description = CredentialController.FILTERED)
    Page<CredentialView> list(@PathVariable String tenant, @ParameterObject @ModelAttribute ListPart part) {
        TenantId home = provisioning.tenant(Input.tenant(tenant)).id();
        ListQuery query = part.query(AdminList.CREDENTIALS);
        return ListPart.page(query, lists.credentials(home, null, query), CredentialView::of);
    }
}
