package dev.ose.server.app;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.CopySource;
import dev.ose.server.job.JobRequests;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Requests with something that happens before and after each deletion. */
record OtherRequests(
        JobRequests requests, Consumer<DeleteRequest> beforeDeletion, Consumer<DeleteRequest> afterDeletion)
        implements JobRequests {

    static OtherRequests before(JobRequests requests, Consumer<DeleteRequest> deletion) {
        return new OtherRequests(requests, deletion, _ -> {});
    }

    static OtherRequests after(JobRequests requests, Consumer<DeleteRequest> deletion) {
        return new OtherRequests(requests, _ -> {}, deletion);
    }

    @Override
    public Optional<ListingAnswer> listObjects(Actor actor, String prefix, String after, int limit) {
        return requests.listObjects(actor, prefix, after, limit);
    }

    @Override
    public Optional<VersionsAnswer> listVersions(
            Actor actor, String prefix, VersionsAnswer.@Nullable Marker after, int limit) {
        return requests.listVersions(actor, prefix, after, limit);
    }

    @Override
    public Optional<UploadsAnswer> listUploads(Actor actor, UploadsAnswer.@Nullable Marker after) {
        return requests.listUploads(actor, after);
    }

    @Override
    public WholeResponse delete(Actor actor, DeleteRequest request) {
        beforeDeletion.accept(request);
        WholeResponse response = requests.delete(actor, request);
        afterDeletion.accept(request);
        return response;
    }

    @Override
    public WholeResponse copy(Actor actor, CopySource source, @Nullable ETag ifMatch, ObjectKey target) {
        return requests.copy(actor, source, ifMatch, target);
    }

    @Override
    public WholeResponse abort(Actor actor, ObjectKey key, UploadId upload) {
        return requests.abort(actor, key, upload);
    }
}
