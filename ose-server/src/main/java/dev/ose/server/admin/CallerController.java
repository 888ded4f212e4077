package dev.ose.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Capability;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.AdminOperations;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reports the caller's identity and permitted operations, so that a user interface can hide the rest. */
@RestController
@RequestMapping("/api/v1/admin/me")
@Tag(name = "Caller")
public class CallerController {

    private final OfferedCapabilities capabilities;

    public CallerController(OfferedCapabilities capabilities) {
        this.capabilities = capabilities;
    }

    /**
     * The caller.
     *
     * @param tenant absent for the provider's administrators
     * @param operations what the role allows, the token permits if the caller shows one, and the platform can do, by
     *     the names in the API's description
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CallerView(
            String name,
            AdminRole role,
            @Schema(format = "uuid") @Nullable String tenant,
            @Schema(format = "uuid") @Nullable String user,
            List<String> operations) {}

    @GetMapping
    @Operation(summary = "Show the caller and its permissions")
    CallerView get() {
        return switch (Logins.caller()) {
            case AdminCaller.Member member ->
                view(member, member.tenant(), member.user().toString());
            case AdminCaller other -> view(other, null, null);
        };
    }

    private CallerView view(AdminCaller caller, @Nullable TenantId tenant, @Nullable String user) {
        Set<Capability> offered = capabilities.to(tenant);
        Optional<TokenScope> token = Logins.means(TokenScope.class);
        List<String> operations = AdminOperations.all().stream()
                .filter(it -> it.roles().contains(caller.role()) && it.isOffered(offered))
                .filter(it -> token.isEmpty() || token.get().permits(it))
                .map(AdminOperation::title)
                .sorted()
                .toList();
        return new CallerView(
                caller.getName(), caller.role(), tenant == null ? null : tenant.toString(), user, operations);
    }
}
