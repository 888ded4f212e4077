package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.BucketName;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.Provisioning;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Names of buckets in the admin API. All tenants of a platform share one name space. */
@RestController
@RequestMapping("/api/v1/admin/bucket-names")
@Tag(name = "Buckets")
public class BucketNameController {

    private final Provisioning provisioning;
    private final BucketStore buckets;
    private final Platform platform;

    public BucketNameController(Provisioning provisioning, BucketStore buckets, Platform platform) {
        this.provisioning = provisioning;
        this.buckets = buckets;
        this.platform = platform;
    }

    /** Whether a bucket of a name can be created. */
    enum Availability {
        FREE,
        TAKEN,
        INVALID
    }

    /**
     * A name and whether it is free.
     *
     * @param rule the first rule that the name breaks; absent for a valid one
     * @param explanation what the rule demands
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record NameView(
            String name,
            Availability state,
            BucketName.@Nullable Rule rule,
            @Nullable String explanation) {}

    @GetMapping("/{bucket}")
    @Operation(
            summary = "Check whether a bucket of a name can be created",
            description = "Does not reveal whose a taken name is. A free name may be taken a moment later; the creation"
                    + " decides.")
    NameView check(@PathVariable String bucket) {
        return BucketName.brokenRule(bucket)
                .map(rule -> new NameView(bucket, Availability.INVALID, rule, rule.text()))
                .orElseGet(() -> new NameView(
                        bucket,
                        buckets.holder(namespace(), new BucketName(bucket)).isPresent()
                                ? Availability.TAKEN
                                : Availability.FREE,
                        null,
                        null));
    }

    private PlatformId namespace() {
        return Logins.caller() instanceof AdminCaller.Member member
                ? provisioning.tenant(member.tenant()).platform()
                : platform.id();
    }
}
