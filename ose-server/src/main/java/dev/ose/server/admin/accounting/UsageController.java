package dev.ose.server.admin.accounting;

import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.admin.bucket.BucketLookup;
import dev.ose.server.admin.json.Input;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The usage of tenants, users and buckets, in the admin API. */
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
        TenantId id = provisioning.tenant(Input.tenant(tenant)).id();
        return counters.of(id);
    }

    @GetMapping("/users/{user}/usage")
    @Operation(summary = "Count the objects and bytes in the buckets that a user owns, exactly")
    Usage ofUser(@PathVariable String tenant, @PathVariable String user) {
        TenantId id = Input.tenant(tenant);
        UserId owner = provisioning.user(id, Input.user(user)).id();
        return counters.of(id, owner);
    }

    @GetMapping("/buckets/{bucket}/usage")
    @Operation(summary = "Count the objects and bytes of a bucket, exactly")
    Usage ofBucket(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = BucketLookup.find(buckets, Input.tenant(tenant), bucket);
        return counters.of(found.tenant(), found.id());
    }
}
