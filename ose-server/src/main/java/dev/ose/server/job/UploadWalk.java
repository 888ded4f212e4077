package dev.ose.server.job;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.server.access.Decision;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.accounting.upload.UploadWrite;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.transfer.WholeResponse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aborts the multipart uploads of a bucket, a page at a time. Steps are confined to one thread. */
final class UploadWalk implements Walk {

    private static final int PAGE = 1_000;

    private final JobRequests requests;
    private final UploadTracker uploads;

    /** Uploads that the previous step aborted: if listed again, they would be aborted endlessly. */
    private Set<UploadsAnswer.Entry> gone = Set.of();

    UploadWalk(JobRequests requests, UploadTracker uploads) {
        this.requests = requests;
        this.uploads = uploads;
    }

    @Override
    public JobStep step(JobSite site, JobClaim claim, JobPosition position) {
        return step(site, position);
    }

    JobStep step(JobSite site, JobPosition position) {
        Bucket bucket = site.bucket();
        ListingFilter filter = new ListingFilter("", "", PAGE, EncodingType.URL);
        Decision.Allow allow =
                site.require(new BucketOperation.ListMultipartUploads(bucket.name(), filter, position.key(), null));
        UploadsAnswer.@Nullable Marker after =
                position.key().isEmpty() ? null : new UploadsAnswer.Marker(position.key(), position.detail());
        UploadsAnswer page = site.present(requests.listUploads(site.actor(bucket, allow), after));
        List<JobFailure> failures = Parallel.each(page.entries(), it -> abortOnce(site, it)).stream()
                .flatMap(Optional::stream)
                .toList();
        gone = Set.copyOf(page.entries());
        return JobStep.of(next(position, page, failures), (long) page.entries().size() - failures.size(), failures);
    }

    private Optional<JobFailure> abortOnce(JobSite site, UploadsAnswer.Entry entry) {
        return gone.contains(entry)
                ? Optional.of(failure(entry.key(), entry.id(), S3ErrorCode.OPERATION_ABORTED))
                : abort(site, entry.key(), entry.id());
    }

    /** Behind the last upload that is left; those that are gone are not listed again. */
    private static JobPosition next(JobPosition position, UploadsAnswer page, List<JobFailure> failures) {
        if (page.next() == null) {
            return JobPosition.start(JobPosition.Stage.OVER);
        }
        return failures.isEmpty()
                ? position
                : position.at(
                        failures.getLast().key().value(), failures.getLast().upload());
    }

    /** Aborts an upload; returns why it was not aborted. One that is gone is no failure. */
    Optional<JobFailure> abort(JobSite site, ObjectKey key, UploadId id) {
        Bucket bucket = site.bucket();
        Optional<Decision.Allow> allow =
                site.permission(new ObjectOperation.AbortMultipartUpload(bucket.name(), key, id));
        if (allow.isEmpty()) {
            return Optional.of(failure(key, id, S3ErrorCode.ACCESS_DENIED));
        }
        UploadWrite upload = new UploadWrite(uploads, new Upload(bucket.id(), key, id));
        WholeResponse response = upload.send(() -> requests.abort(site.actor(bucket, allow.get()), key, id));
        upload.abortAnswered(response.status());
        return UploadWrite.isOver(response.status())
                ? Optional.empty()
                : Optional.of(Refusals.of(bucket, response, key, id.value()));
    }

    private static JobFailure failure(ObjectKey key, UploadId id, S3ErrorCode code) {
        return new JobFailure(key, "", id.value(), code.code(), code.message());
    }
}
