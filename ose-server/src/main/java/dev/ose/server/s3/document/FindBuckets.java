package dev.ose.server.s3.document;

import dev.ose.s3.document.FoundBucketsDocument;
import dev.ose.s3.document.JsonAnswer;
import dev.ose.s3.document.Owner;
import dev.ose.s3.error.S3ErrorDocument;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.s3.operation.ServiceOperation.Whose;
import dev.ose.server.catalog.rsql.BucketFilters;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.BucketSearch.Question;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.s3.auth.ClientAddress;
import dev.ose.server.tenant.credential.Identity;

/**
 * Searches buckets, an extension of S3: those of the caller, of its tenant, or those shared with it, filtered, in any
 * order, page by page. Answered from the database.
 */
public final class FindBuckets implements DocumentRequest.Operation {

    private final ServiceOperation.FindBuckets operation;
    private final boolean isInsider;

    public FindBuckets(ServiceOperation.FindBuckets operation) {
        this.operation = operation;
        this.isInsider = operation.whose() != Whose.SHARED;
    }

    @Override
    public Response perform(DocumentRequest request) {
        boolean isJson = request.onIoThread(() -> request.context().answer().isJson());
        String address =
                request.onIoThread(() -> ClientAddress.of(request.context().exchange()));
        FoundBucketsDocument found = find(request, address.endsWith("/") ? address : address + '/');
        byte[] document = isJson ? found.toJson() : found.toXml();
        String type = isJson ? JsonAnswer.CONTENT_TYPE : S3ErrorDocument.CONTENT_TYPE;
        return context -> context.answer().document(200, type, document);
    }

    private FoundBucketsDocument find(DocumentRequest request, String address) {
        BucketFilters filters = new BucketFilters(isInsider);
        Question question = new Question(
                filters.read(operation.filter()),
                filters.order(operation.orderBy()),
                operation.isDescending(),
                operation.offset(),
                operation.limit());
        Identity caller = request.context().identity();
        BucketSearch search = request.context().services().buckets().search();
        BucketSearch.Page page = request.database(() -> search.find(whose(caller), question));
        return new FoundBucketsDocument(
                owner(caller),
                page.found().stream().map(found -> bucket(found, address)).toList(),
                operation.offset(),
                operation.limit(),
                page.total());
    }

    private BucketSearch.Whose whose(Identity caller) {
        return switch (operation.whose()) {
            case OWN -> new BucketSearch.Whose.OfUser(caller.tenant(), caller.user());
            case ALL -> new BucketSearch.Whose.OfTenant(caller.tenant());
            case SHARED -> new BucketSearch.Whose.SharedWith(caller.tenant(), caller.user());
        };
    }

    private static Owner owner(Identity caller) {
        return new Owner(caller.canonicalId().value(), caller.userName());
    }

    /** People's names, and how much their tenant stores, are for their own tenant. */
    private FoundBucketsDocument.Bucket bucket(FoundBucket found, String address) {
        return new FoundBucketsDocument.Bucket(
                found.bucket().name(),
                found.bucket().createdAt(),
                found.bucket().region(),
                found.bucket().tenant().toString(),
                address + found.bucket().name().value(),
                new Owner(found.owner().value(), isInsider ? found.ownerName() : null),
                isInsider ? new FoundBucketsDocument.Usage(found.objects(), found.storedBytes()) : null);
    }
}
