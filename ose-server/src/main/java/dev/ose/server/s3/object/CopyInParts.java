package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.s3.ETag;
import dev.ose.s3.HttpDate;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.split.CopySplit;
import dev.ose.server.transfer.split.SplitOutcome;
import dev.ose.server.transfer.split.SplitTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A CopyObject that the platform carries out as parallel UploadPartCopy requests of one multipart upload. All parts are
 * of one version of the source: that of the tag that each request states, or, on a platform that overlooks it, that
 * which the source had before the first part and has after the last one.
 */
final class CopyInParts {

    /** Two versions of one object within it may have the same Last-Modified. */
    private static final Duration SAME_TIME = Duration.ofSeconds(2);

    private static final String SOURCE = "x-amz-copy-source";
    private static final String OF_SOURCE = SOURCE + "-server-side-encryption-customer-";
    private static final List<String> SOURCE_UNCHANGED = List.of(SOURCE + "-if-match", SOURCE + "-if-unmodified-since");
    private static final String SOURCE_VERSION = SOURCE + "-version-id";
    private static final String LAST_MODIFIED = "last-modified";

    /** Headers of a source to elements of the answer. */
    private static final Map<String, String> CHECKSUM =
            Map.of("x-amz-checksum-crc64nvme", "ChecksumCRC64NVME", "x-amz-checksum-type", "ChecksumType");

    private final OperationContext context;
    private final ObjectOperation.CopyObject operation;
    private final SourceHead source;
    private final List<HeaderField> headers;
    private final CopiedDescription description;
    private final Optional<String> condition;
    private final boolean isPinned;

    private CopyInParts(OperationContext context, ObjectOperation.CopyObject operation, SourceHead source) {
        this.context = context;
        this.operation = operation;
        this.source = source;
        this.headers = CopyHeaders.ofPart(context, operation.source());
        this.description = new CopiedDescription(context, headers);
        this.condition = headers.stream()
                .map(HeaderField::name)
                .filter(SOURCE_UNCHANGED::contains)
                .findFirst();
        this.isPinned = context.platform().offers(Capability.COPY_SOURCE_CONDITIONS);
    }

    /** The copy in parts, if the request permits it; its source may not. Call on the I/O thread. */
    static Optional<CopyInParts> of(OperationContext context, ObjectOperation.CopyObject operation, SourceHead source) {
        return Optional.of(new CopyInParts(context, operation, source)).filter(CopyInParts::isPermitted);
    }

    /** Whether the node may have to look at the source for it. */
    static boolean mayBe(OperationContext context, ObjectOperation.CopyObject operation) {
        boolean isOntoItself = operation.bucket().equals(operation.source().bucket())
                && operation.key().equals(operation.source().key());
        return split(context).isOn() && !context.isGuest() && context.permitsKeptTags() && !isOntoItself;
    }

    private boolean isPermitted() {
        boolean isConditional =
                headers.stream().anyMatch(header -> header.name().startsWith(SOURCE + "-if-"));
        return description.isOfUploads()
                && !(isConditional && context.platform().has(Quirk.READ_CONDITIONS_OVERLOOKED))
                && (!SplitRequests.areConditional(headers)
                        || context.platform().offers(Capability.CONDITIONAL_COMPLETIONS));
    }

    private static CopySplit split(OperationContext context) {
        return context.services().platform().parts().copies();
    }

    /** Copies; empty if nothing was done, and the copy has to be one request. Blocks. */
    Optional<Response> perform(DocumentRequest request, SourceHead.Answer found) {
        Optional<PlatformReply> head = found.whole();
        if (head.isEmpty()
                || found.tag().isEmpty()
                || !split(context).isFor(found.sizeBytes().orElse(0))
                || !(isPinned || isOld(head.get()))) {
            return Optional.empty();
        }
        Optional<List<HeaderField>> described = description.find(request, source, head.get());
        Optional<FairBudget.Lease> lease = described.flatMap(_ -> split(context).lease(context.payer()));
        if (described.isEmpty() || lease.isEmpty()) {
            return Optional.empty();
        }
        try (FairBudget.Lease streams = lease.get()) {
            SplitRequests requests = new SplitRequests(
                    context,
                    headers.stream()
                            .filter(header -> SplitRequests.isOfLaterRequests(header.name()))
                            .toList(),
                    described.get());
            Optional<SplitWrite> begun = SplitWrite.begin(request, requests, operation.key());
            if (begun.isEmpty()) {
                return Optional.empty();
            }
            try (SplitWrite write = begun.get()) {
                return copy(
                        request, new Site(requests, streams, found.sizeBytes().orElseThrow(), head.get(), write));
            }
        }
    }

    /** What one copy has begun with. */
    private record Site(
            SplitRequests requests, FairBudget.Lease streams, long sizeBytes, PlatformReply head, SplitWrite write) {}

    /** Whether another version of the source could not have the same Last-Modified. */
    private static boolean isOld(PlatformReply head) {
        Optional<Instant> modified = head.header(LAST_MODIFIED).flatMap(HttpDate::parse);
        Optional<Instant> now = head.header("date").flatMap(HttpDate::parse);
        return modified.isPresent()
                && now.isPresent()
                && !modified.get().plus(SAME_TIME).isAfter(now.get());
    }

    private Optional<Response> copy(DocumentRequest request, Site site) {
        return switch (site.write().send(ended -> transfer(site, ended))) {
            case SplitOutcome.Stored(List<ETag> tags, Set<PartNumber> inDoubt) ->
                Optional.of(complete(request, site, tags, inDoubt));
            case SplitOutcome.Refused(int status, byte[] _)
            when status == S3ErrorCode.PRECONDITION_FAILED.status() -> throw replaced();
            // Such as no permission, or no such operation: the platform says it of the copy as a whole.
            case SplitOutcome.Refused _ -> Optional.empty();
            case SplitOutcome.Failed(Failure why) -> throw new FailureException(why);
            case SplitOutcome.BodyFailed(var cause) ->
                Optional.of(answered -> answered.fail(answered.bodyFailure(cause)));
        };
    }

    private SplitTransfer transfer(Site site, Consumer<SplitOutcome> ended) {
        List<HeaderField> named = sourceHeaders(site.head());
        UploadId upload = site.write().id();
        return split(context)
                .copy(
                        new CopySplit.Source(
                                site.sizeBytes(), context.platform().name()),
                        site.streams(),
                        (part, range, listener) -> context.services()
                                .platform()
                                .transport()
                                .send(
                                        site.requests().copiedPart(upload, part, range, named),
                                        new GuardedListener(context, listener)),
                        GuardedListener.pauses(context),
                        ended);
    }

    /** The source by its name, its version and its tag, and the client's key for its encryption. */
    private List<HeaderField> sourceHeaders(PlatformReply head) {
        List<HeaderField> named = new ArrayList<>(headers.stream()
                .filter(header -> header.name().equals(SOURCE) || header.name().startsWith(OF_SOURCE))
                .toList());
        if (isPinned) {
            head.header("etag").ifPresent(tag -> named.add(new HeaderField(SOURCE + "-if-match", tag)));
        }
        return named;
    }

    /**
     * Completes the upload. A late request for a part has the same bytes only if the platform compares the source's
     * tag.
     */
    private Response complete(DocumentRequest request, Site site, List<ETag> tags, Set<PartNumber> inDoubt) {
        if (!isPinned && !isSourceStill(request, site)) {
            throw replaced();
        }
        SplitWrite.Stored object = site.write().complete(site.sizeBytes(), tags, isPinned ? inDoubt : Set.of());
        ETag tag = object.tag().orElseThrow(() -> new FailureException(new Failure.OutcomeUnknown(operation.name())));
        byte[] document = new ResultDocument.Copied(
                        false, tag, lastModified(request, site, object), checksum(site.head()))
                .toBytes();
        return answered -> {
            object.describe(answered.exchange());
            site.head().header(Versions.ID).ifPresent(version -> answered.exchange()
                    .setResponseHeader(SOURCE_VERSION, version));
            answered.answer().document(200, document);
        };
    }

    /** The source's is that of the copy: only the one of the whole object is permitted, which each upload gets. */
    private static Map<String, String> checksum(PlatformReply head) {
        Map<String, String> elements = new HashMap<>();
        CHECKSUM.forEach((header, element) -> head.header(header).ifPresent(value -> elements.put(element, value)));
        return elements;
    }

    private boolean isSourceStill(DocumentRequest request, Site site) {
        boolean isStill = false;
        try {
            isStill = source.isStill(request, site.head());
            return isStill;
        } finally {
            if (!isStill) {
                site.write().abort();
            }
        }
    }

    /** The object's; if the caller may not see it, the time of the completion. */
    private Instant lastModified(DocumentRequest request, Site site, SplitWrite.Stored object) {
        Optional<Instant> stated = Optional.empty();
        try {
            PlatformReply now = request.send(site.requests()::head);
            stated = now.header(LAST_MODIFIED)
                    .filter(_ -> !now.isError()
                            && now.header("etag").flatMap(ETag::parse).equals(object.tag()))
                    .flatMap(HttpDate::parse);
        } catch (FailureException unanswered) {
            // The object is stored in any case.
        }
        return stated.or(() -> object.completed().header("date").flatMap(HttpDate::parse))
                .orElseGet(() -> context.services().clock().instant());
    }

    /** The source was replaced meanwhile. Only a client that has stated which version it wants is told so. */
    private FailureException replaced() {
        return new FailureException(
                condition.isPresent()
                        ? new Failure.Unacceptable(
                                S3Error.of(S3ErrorCode.PRECONDITION_FAILED).with("Condition", condition.get()))
                        : new Failure.Busy(Duration.ofSeconds(1)));
    }
}
