package dev.ose.server.job;

import dev.ose.s3.document.DeleteRequest.Entry;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@link BulkDeletions} by the parts of jobs. */
public final class PlatformDeletions implements BulkDeletions {

    /** A client waits for that many requests to the platform, one after the other; each selected key takes one. */
    private static final int MAX_PAGES = 16;

    private static final int MAX_ENTRIES = 1_000;

    private final JobSites sites;
    private final TenantJobs jobs;
    private final JobParts parts;
    private final DeletionPages pages;
    private final ObjectDeletion deletion;

    public PlatformDeletions(JobSites sites, TenantJobs jobs, JobParts parts) {
        this.sites = sites;
        this.jobs = jobs;
        this.parts = parts;
        this.pages = new DeletionPages(
                new ObjectPages(parts.requests()), new VersionPages(parts.requests()), parts.platforms());
        this.deletion = new ObjectDeletion(parts);
    }

    @Override
    public Attempt attempt(TenantId tenant, UserId user, JobOrigin origin, JobTask task) {
        JobSite site = sites.find(tenant, user, origin, task);
        return new Attempt() {
            @Override
            public Optional<Result> now(boolean isAsync) {
                site.require(new BucketOperation.DeleteObjects(task.bucket(), false));
                return isAsync ? asked(site, task) : deleted(site, task);
            }

            @Override
            public TenantJob queue() {
                return jobs.start(tenant, user, origin, task);
            }
        };
    }

    /** A caller that may not list learns it now, rather than from a job that fails. */
    private Optional<Result> asked(JobSite site, JobTask task) {
        var _ = pages.read(site, task, JobPosition.start(JobPosition.Stage.OBJECTS));
        return Optional.empty();
    }

    private Optional<Result> deleted(JobSite site, JobTask task) {
        Optional<List<Entry>> listed = entries(site, task);
        if (listed.isEmpty()) {
            return Optional.empty();
        }
        List<JobFailure> failed = new ArrayList<>();
        if (task instanceof JobTask.Emptying) {
            JobStep uploads = new UploadWalk(parts.requests(), parts.uploads())
                    .step(site, JobPosition.start(JobPosition.Stage.UPLOADS));
            if (!uploads.next().isOver()) {
                return Optional.empty();
            }
            failed.addAll(uploads.failures());
        }
        List<Entry> entries = listed.get();
        if (!entries.isEmpty()) {
            failed.addAll(deletion.delete(site, entries));
        }
        Set<Entry> left = failed.stream()
                .filter(failure -> failure.upload().isEmpty())
                .map(DeletionWalk::entry)
                .collect(Collectors.toSet());
        return Optional.of(new Result(
                entries.stream().filter(entry -> !left.contains(entry)).toList(), failed));
    }

    /** What there is to be deleted; empty if it is too much for one request of a client. */
    private Optional<List<Entry>> entries(JobSite site, JobTask task) {
        List<Entry> entries = new ArrayList<>();
        JobPosition position = JobPosition.start(JobPosition.Stage.OBJECTS);
        for (int i = 0; i < MAX_PAGES; i++) {
            DeletionPages.Page page = pages.read(site, task, position);
            entries.addAll(page.entries());
            if (entries.size() > MAX_ENTRIES || (page.isMore() && page.hasVersions())) {
                return Optional.empty();
            }
            if (!page.isMore()) {
                return Optional.of(entries);
            }
            position = position.at(page.lastKey(), "");
        }
        return Optional.empty();
    }
}
