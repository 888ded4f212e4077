package dev.ose.server.admin.catalog;

import dev.ose.server.admin.bucket.BucketLookup;
import dev.ose.server.admin.json.Input;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.catalog.label.BucketLabels;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Whether labels of a bucket's objects are kept, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets/{bucket}/labels")
@Tag(name = "Labels")
public class LabelController {

    private final BucketDirectory buckets;
    private final BucketLabels labels;

    public LabelController(BucketDirectory buckets, BucketLabels labels) {
        this.buckets = buckets;
        this.labels = labels;
    }

    @PutMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Store content types, tags and user metadata of a bucket's objects for searches",
            description = "Those of existing objects are read from the platform in the background; it is complete when"
                    + " the state is FILLED and none wait.")
    BucketLabels.Status keep(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = find(tenant, bucket);
        labels.keep(found.tenant(), found.id());
        return labels.status(found.tenant(), found.id());
    }

    @GetMapping
    @Operation(summary = "Show whether labels of a bucket's objects are stored, and how many are missing")
    BucketLabels.Status show(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = find(tenant, bucket);
        return labels.status(found.tenant(), found.id());
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Stop storing labels of a bucket's objects, and delete the stored ones")
    void drop(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = find(tenant, bucket);
        labels.drop(found.tenant(), found.id());
    }

    private Bucket find(String tenant, String bucket) {
        return BucketLookup.find(buckets, Input.tenant(tenant), bucket);
    }
}
