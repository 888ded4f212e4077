package dev.ose.server.admin;

import dev.ose.server.bucket.BucketStore;
import dev.ose.server.tenancy.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.function.Supplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Buckets in the admin API; they are made and deleted over S3. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets")
@Tag(name = "Buckets")
public class BucketController {

    private final Supplier<AdminServices> services;

    /** @param services waits for the node's start where it is not over yet */
    public BucketController(Supplier<AdminServices> services) {
        this.services = services;
    }

    @GetMapping
    @Operation(summary = "List the buckets of a tenant in byte order of their names")
    Page<BucketView> list(
            @PathVariable String tenant,
            @RequestParam(defaultValue = "") String prefix,
            @RequestParam(defaultValue = "") String after,
            @RequestParam(defaultValue = "100") int limit) {
        TenantId owner = services.get()
                .provisioning()
                .tenant(TenantController.id(tenant))
                .id();
        BucketStore buckets = services.get().metadata().bucketRows();
        return Page.read(
                after, limit, (from, size) -> buckets.list(owner, prefix, from, size), BucketView::of, it -> it.name()
                        .value());
    }

    @GetMapping("/{bucket}")
    @Operation(summary = "Show a bucket")
    BucketView get(@PathVariable String tenant, @PathVariable String bucket) {
        return BucketView.of(UsageController.bucket(services.get().metadata(), TenantController.id(tenant), bucket));
    }
}
