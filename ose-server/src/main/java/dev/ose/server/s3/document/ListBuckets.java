package dev.ose.server.s3.document;

import dev.ose.s3.document.BucketsDocument;
import dev.ose.s3.document.Owner;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.tenant.credential.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html">ListBuckets</a>, answered from the
 * database: the caller's own buckets. {@code GET /?all} lists those of the whole tenant for administrators, {@code GET
 * /?shared} those of other tenants.
 */
public final class ListBuckets implements DocumentRequest.Operation {

    private static final int MAX_BUCKETS = 10_000;

    private final ServiceOperation.ListBuckets operation;

    public ListBuckets(ServiceOperation.ListBuckets operation) {
        this.operation = operation;
    }

    @Override
    public Response perform(DocumentRequest request) {
        Integer asked = operation.limit();
        int limit = asked == null ? MAX_BUCKETS : asked;
        String after = operation.continuationToken() == null ? "" : operation.continuationToken();
        String region = operation.region() == null ? "" : operation.region();
        Identity caller = request.context().identity();
        BucketStore buckets = request.context().services().buckets().store();
        // One more than asked for shows whether there are more.
        List<Bucket> found = request.database(
                () -> buckets.listOwned(caller.tenant(), caller.user(), region, operation.prefix(), after, limit + 1));
        return Response.document(document(caller, found, limit));
    }

    private byte[] document(Identity caller, List<Bucket> found, int limit) {
        boolean truncated = found.size() > limit;
        List<Bucket> page = truncated ? found.subList(0, limit) : found;
        List<BucketsDocument.Bucket> listed = page.stream()
                .map(bucket -> new BucketsDocument.Bucket(
                        bucket.name(), bucket.createdAt(), isPaged() ? bucket.region() : null))
                .toList();
        return new BucketsDocument(
                        new Owner(caller.canonicalId().value(), caller.userName()),
                        listed,
                        truncated ? page.getLast().name().value() : null,
                        emptyToNull(operation.prefix()))
                .toBytes();
    }

    /** Clients that use none of the newer parameters get the document as it always was. */
    private boolean isPaged() {
        return operation.limit() != null || !operation.prefix().isEmpty() || operation.region() != null;
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
