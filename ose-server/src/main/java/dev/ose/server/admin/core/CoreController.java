package dev.ose.server.admin.core;

import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.s3.S3Endpoint;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The product and the caller, as scripts made for VMware's Object Storage Extension ask for them. */
@RestController
@RequestMapping("/api/v1/core")
@Tag(name = "Core")
public class CoreController {

    private final Provisioning provisioning;
    private final ObjectCounters counters;
    private final S3Endpoint endpoint;

    public CoreController(Provisioning provisioning, ObjectCounters counters, S3Endpoint endpoint) {
        this.provisioning = provisioning;
        this.counters = counters;
        this.endpoint = endpoint;
    }

    /** The product. */
    record ProductView(String name, String description, String version) {

        private static final ProductView INSTANCE = new ProductView(
                "OSE",
                "Object storage for tenants",
                Objects.requireNonNullElse(
                        CoreController.class.getPackage().getImplementationVersion(), "development"));
    }

    @GetMapping
    @Operation(summary = "Show the product; needs no login")
    ProductView product() {
        return ProductView.INSTANCE;
    }

    @GetMapping("/current-user")
    @Operation(summary = "Show the caller with its tenant and usage")
    CurrentUserView currentUser() {
        return switch (Logins.caller()) {
            case AdminCaller.Member member ->
                CurrentUserView.ofMember(
                        provisioning.user(member.tenant(), member.user()),
                        member.role(),
                        provisioning.tenant(member.tenant()),
                        counters.of(member.tenant(), member.user()),
                        endpoint.region());
            case AdminCaller other -> CurrentUserView.ofProvider(other.getName(), other.role(), endpoint.region());
        };
    }
}
