package dev.ose.server.admin;

import dev.ose.s3.BucketName;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much a tenant stores, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}")
@Tag(name = "Usage")
public class UsageController {

    private final Provisioning provisioning;
    private final BucketDirectory buckets;
    private final ObjectCounters counters;

    public UsageController(Provisioning provisioning, BucketDirectory buckets, ObjectCounters counters) {
        this.provisioning = provisioning;
        this.buckets = buckets;
        this.counters = counters;
    }

    @GetMapping("/usage")
    @Operation(summary = "Count the objects and bytes of a tenant, exactly")
    Usage ofTenant(@PathVariable String tenant) {
        TenantId id = provisioning.tenant(TenantController.id(tenant)).id();
        return counters.of(id);
    }

    @GetMapping("/users/{user}/usage")
    @Operation(summary = "Count the objects and bytes in the buckets that a user owns, exactly")
    Usage ofUser(@PathVariable String tenant, @PathVariable String user) {
        TenantId id = TenantController.id(tenant);
        UserId owner = provisioning.user(id, UserController.id(user)).id();
        return counters.of(id, owner);
    }

    @GetMapping("/buckets/{bucket}/usage")
    @Operation(summary = "Count the objects and bytes of a bucket, exactly")
    Usage ofBucket(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = bucket(buckets, TenantController.id(tenant), bucket);
        return counters.of(found.tenant(), found.id());
    }

    /** The tenant's bucket; another tenant's is as unknown as one that does not exist. */
    static Bucket bucket(BucketDirectory buckets, TenantId tenant, String name) {
        return BucketName.parse(name)
                .flatMap(known -> find(buckets, tenant, known))
                .orElseThrow(() -> new FailureException(
                        new Failure.NotFound("bucket", name.substring(0, Math.min(name.length(), 64)))));
    }

    private static Optional<Bucket> find(BucketDirectory buckets, TenantId tenant, BucketName name) {
        try {
            return buckets.find(tenant, name).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
