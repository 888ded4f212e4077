package dev.ose.server.job;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.CopySource;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests of which none that changes anything begins without the lease; they fail then like the lease. */
record LeasedRequests(JobRequests requests, TenantPurgeLease lease) implements JobRequests {

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
        lease.require();
        return requests.delete(actor, request);
    }

    @Override
    public WholeResponse copy(Actor actor, CopySource source, @Nullable ETag ifMatch, ObjectKey target) {
        lease.require();
        return requests.copy(actor, source, ifMatch, target);
    }

    @Override
    public WholeResponse abort(Actor actor, ObjectKey key, UploadId upload) {
        lease.require();
        return requests.abort(actor, key, upload);
    }
}
