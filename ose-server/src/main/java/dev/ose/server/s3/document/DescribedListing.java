package dev.ose.server.s3.document;

import dev.ose.s3.document.FoundBucketsDocument;
import dev.ose.s3.document.Owner;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.search.BucketFilter;
import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.auth.ClientAddress;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.credential.Identity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists objects, in JSON with the facts about their bucket that VMware's product has beside them. */
public final class DescribedListing {

    private final DocumentRequest request;
    private final OperationContext context;

    private DescribedListing(DocumentRequest request) {
        this.request = request;
        this.context = request.context();
    }

    /** Performs a listing; a list in XML has the members of S3 alone. */
    public static Response perform(DocumentRequest request, DocumentRequest.Operation listing) {
        new DescribedListing(request).describe();
        return listing.perform(request);
    }

    private void describe() {
        Optional<String> address = request.onIoThread(() -> context.answer().isJson() && !context.isAnonymous()
                ? Optional.of(ClientAddress.of(context.exchange()))
                : Optional.empty());
        if (address.isPresent()) {
            FoundBucketsDocument.Bucket facts = facts(address.get());
            var _ = request.onIoThread(() -> {
                context.answer().describe(facts);
                return facts;
            });
        }
    }

    private FoundBucketsDocument.Bucket facts(String address) {
        Bucket bucket = context.bucket();
        @Nullable FoundBucket found = context.isGuest() ? null : find(bucket).orElse(null);
        return new FoundBucketsDocument.Bucket(
                bucket.name(),
                bucket.createdAt(),
                bucket.region(),
                bucket.tenant().toString(),
                address.endsWith("/") ? address.substring(0, address.length() - 1) : address,
                found == null ? null : new Owner(found.owner().value(), found.ownerName()),
                found == null ? null : usage(found));
    }

    /** Empty while the database is away: objects are listed without it. */
    private Optional<FoundBucket> find(Bucket bucket) {
        BucketSearch.Question question = new BucketSearch.Question(
                new BucketFilter.Like(
                        BucketProperty.NAME, new Glob(bucket.name().value()), true),
                BucketProperty.NAME,
                false,
                0,
                1);
        BucketSearch search = context.services().buckets().search();
        try {
            return request.database(
                    () -> search.find(new BucketSearch.Whose.OfTenant(bucket.tenant()), question).found().stream()
                            .findFirst());
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.MetadataUnavailable) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** How much is in the whole bucket is for those who may see all of it. */
    private FoundBucketsDocument.@Nullable Usage usage(FoundBucket found) {
        Identity caller = context.identity();
        boolean isInsider = caller.role() == Role.TENANT_ADMIN
                || caller.user().equals(found.bucket().owner());
        return isInsider && caller.limits().isNone()
                ? new FoundBucketsDocument.Usage(found.objects(), found.storedBytes())
                : null;
    }
}
