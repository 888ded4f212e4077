package dev.ose.server.admin.sync;

import dev.ose.server.admin.bucket.BucketLookup;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.sync.SyncRuns;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Comparisons of buckets with their platforms, in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/buckets/{bucket}/sync")
@Tag(name = "Sync")
public class SyncController {

    private final BucketDirectory buckets;
    private final SyncRuns syncRuns;
    private final ListReader lists;

    public SyncController(BucketDirectory buckets, SyncRuns syncRuns, ListReader lists) {
        this.buckets = buckets;
        this.syncRuns = syncRuns;
        this.lists = lists;
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
    @Operation(
            summary = "List the runs of a bucket, newest first",
            description = "Filtered and ordered by id, state, requestedAt and finishedAt.")
    Page<SyncRunView> list(
            @PathVariable String tenant, @PathVariable String bucket, @ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.SYNC_RUNS);
        Bucket found = find(tenant, bucket);
        return ListPart.page(query, lists.syncRuns(found.tenant(), found.id(), query), SyncRunView::of);
    }

    private Bucket find(String tenant, String bucket) {
        return BucketLookup.find(buckets, Input.tenant(tenant), bucket);
    }
}
