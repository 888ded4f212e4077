package dev.ose.server.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.ListedObject;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.ObjectsDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.listing.ListingRequest;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.listing.ObjectPage;
import dev.ose.server.catalog.listing.Position;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import java.util.List;
import java.util.Optional;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html">ListObjectsV2</a>, answered by the
 * platform, or from the database if that is enabled and complete. Even then a listing of zero objects is sent to the
 * platform, which authorises it by the bucket's policy.
 */
public final class ListObjectsV2 {

    private final DocumentRequest request;
    private final OperationContext context;
    private final BucketOperation.ListObjectsV2 operation;
    private final ObjectListing listing;

    private ListObjectsV2(DocumentRequest request, BucketOperation.ListObjectsV2 operation) {
        this.request = request;
        this.context = request.context();
        this.operation = operation;
        this.listing = context.services().buckets().listing();
    }

    public static Response perform(DocumentRequest request, BucketOperation.ListObjectsV2 operation) {
        return new ListObjectsV2(request, operation).perform();
    }

    private Response perform() {
        String continuation = operation.continuationToken();
        Optional<Position> earlier = continuation == null ? Optional.empty() : open(continuation);
        boolean isForeign = continuation != null && earlier.isEmpty();
        if (!isForeign && listing.isOn() && mayBeListedHere(earlier)) {
            Optional<ObjectPage> page = request.database(() -> listing.page(bucket(), question(earlier)));
            if (page.isPresent()) {
                return answerIfAllowed(document(page.get()));
            }
        }
        // Else as the client asked, and as the platform answers.
        return earlier.isPresent() ? listOnPlatform(earlier.get()) : PassThroughRead.perform(request);
    }

    /** Empty for a token of the platform, which may look like one of OSE if none was issued yet. */
    private Optional<Position> open(String continuation) {
        Optional<Position> position = listing.positions().open(bucket(), continuation);
        if (position.isEmpty() && listing.isOn() && listing.positions().claimsToBeOne(continuation)) {
            throw new FailureException(new Failure.Unacceptable(S3Error.invalidArgument(
                    "The continuation token provided is incorrect", "continuation-token", continuation)));
        }
        return position;
    }

    private BucketId bucket() {
        return context.bucket().id();
    }

    /** Only the platform knows an object's owner, and platforms differ if a listing starts inside a common prefix. */
    private boolean mayBeListedHere(Optional<Position> earlier) {
        ListingFilter filter = operation.filter();
        boolean startsAnywhere = earlier.isEmpty()
                && !startAfter().isEmpty()
                && !filter.delimiter().isEmpty();
        return !operation.fetchOwner() && filter.limit() > 0 && !startsAnywhere;
    }

    private String startAfter() {
        String asked = operation.startAfter();
        return asked == null ? "" : asked;
    }

    private ListingRequest question(Optional<Position> earlier) {
        ListingFilter filter = operation.filter();
        return earlier.map(position ->
                        ListingRequest.behind(filter.prefix(), filter.delimiter(), filter.limit(), position))
                .orElseGet(
                        () -> ListingRequest.behind(filter.prefix(), filter.delimiter(), filter.limit(), startAfter()));
    }

    private byte[] document(ObjectPage page) {
        List<ListedObject> objects =
                page.objects().stream().map(ListObjectsV2::listed).toList();
        return document(objects, page.commonPrefixes(), page.end());
    }

    private static ListedObject listed(IndexedObject object) {
        return new ListedObject(
                object.key(),
                object.facts().modifiedAt(),
                new ETag(object.facts().etag()),
                object.facts().sizeBytes(),
                ListedObject.STANDARD,
                null);
    }

    private byte[] document(List<ListedObject> objects, List<String> commonPrefixes, Optional<Position> end) {
        String next = end.map(position -> listing.positions().seal(bucket(), position))
                .orElse(null);
        return new ObjectsDocument(objects, commonPrefixes, next).toBytes(operation);
    }

    /** Under the caller's own key and with the prefix that a policy may be about; nothing is listed for it. */
    private Response answerIfAllowed(byte[] document) {
        PlatformReply reply = ask(query(0, ""));
        return reply.isError() ? reply.error() : reply.relay(document);
    }

    /** Goes on where an earlier page from the database ended: no token of the platform's leads there. */
    private Response listOnPlatform(Position earlier) {
        PlatformReply reply = ask(query(operation.filter().limit(), earlier.startAfter()));
        return reply.isError() ? reply.error() : reply.relay(retell(reply.translated()));
    }

    private PlatformReply ask(String query) {
        return request.send(() -> PlatformRequests.withQuery(context, query));
    }

    private String query(int limit, String startAfter) {
        ListingFilter filter = operation.filter();
        StringBuilder query = new StringBuilder("list-type=2&encoding-type=url&max-keys=").append(limit);
        add(query, "prefix", filter.prefix());
        add(query, "delimiter", filter.delimiter());
        add(query, "start-after", startAfter);
        return query.append(operation.fetchOwner() ? "&fetch-owner=true" : "").toString();
    }

    private static void add(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append('&').append(name).append('=').append(UriEncoding.encodeQuery(value));
        }
    }

    /** The platform's page in the answer to the client's own question. */
    private byte[] retell(byte[] body) {
        try {
            ListingAnswer answer = ListingAnswer.read(body);
            Optional<Position> end = answer.truncated() ? Optional.of(end(answer)) : Optional.empty();
            return document(answer.entries(), answer.commonPrefixes(), end);
        } catch (MalformedXmlException e) {
            throw nonsense();
        }
    }

    private static Position end(ListingAnswer answer) {
        String key = answer.entries().isEmpty()
                ? ""
                : answer.entries().getLast().key().value();
        String prefix =
                answer.commonPrefixes().isEmpty() ? "" : answer.commonPrefixes().getLast();
        if (key.isEmpty() && prefix.isEmpty()) {
            throw nonsense();
        }
        boolean isPrefix = ObjectKey.compareUtf8(prefix, key) > 0;
        return new Position(isPrefix ? prefix : key, isPrefix);
    }

    private static FailureException nonsense() {
        return new FailureException(new Failure.PlatformRefused("platform", "no listing"));
    }
}
