package dev.ose.server.admin.sync;

import dev.ose.server.admin.bucket.BucketLookup;
import dev.ose.server.admin.json.Input;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.SyncRuns;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Comparisons of buckets with their platforms, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync")
@Tag(name = "Sync")
public class SyncController {

    private static final int MAX_RUNS = 100;

    private final BucketDirectory buckets;
    private final SyncRuns syncRuns;

    public SyncController(BucketDirectory buckets, SyncRuns syncRuns) {
        this.buckets = buckets;
        this.syncRuns = syncRuns;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Adopt what was written to or deleted from the platform directly",
            description = "Answers at once with the run that a node will work on, or the one that is open already.")
    SyncRunView request(@PathVariable String tenant, @PathVariable String bucket) {
        Bucket found = find(tenant, bucket);
        return SyncRunView.of(syncRuns.request(found.tenant(), found.id()));
    }

    @GetMapping
    @Operation(summary = "List the runs of a bucket, newest first")
    List<SyncRunView> list(
            @PathVariable String tenant, @PathVariable String bucket, @RequestParam(defaultValue = "20") int limit) {
        if (limit < 1 || limit > MAX_RUNS) {
            throw new FailureException(new Failure.Invalid("limit", "must be from 1 to " + MAX_RUNS));
        }
        Bucket found = find(tenant, bucket);
        return syncRuns.history(found.tenant(), found.id(), limit).stream()
                .map(SyncRunView::of)
                .toList();
    }

    private Bucket find(String tenant, String bucket) {
        return BucketLookup.find(buckets, Input.tenant(tenant), bucket);
    }
}
