package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketStore;
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

    private final BucketStore buckets;

    public BucketNameController(BucketStore buckets) {
        this.buckets = buckets;
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
                        buckets.holder(new BucketName(bucket)).isPresent() ? Availability.TAKEN : Availability.FREE,
                        null,
                        null));
    }
}
