package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.ETag;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.Versions;
import dev.ose.server.transfer.PlatformRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Queries the source object of a copy with the caller's key. */
final class SourceHead {

    private static final HeaderField CHECKSUMS = new HeaderField("x-amz-checksum-mode", "ENABLED");

    private static final String PAYER = "x-amz-request-payer";
    private static final String OF_SOURCE = "x-amz-copy-source-server-side-encryption-customer-";
    private static final String OF_OBJECT = "x-amz-server-side-encryption-customer-";
    private static final int NOT_MODIFIED = 304;

    /** What tells one version of an object from another. */
    private static final List<String> IDENTITY = List.of("etag", "last-modified", "content-length", Versions.ID);

    private static final String CONDITION = "x-amz-copy-source-if-";

    private final OperationContext context;
    private final CopySource source;
    private final boolean isForParts;
    private final Optional<String> overlooked;

    /** Call on the I/O thread. */
    SourceHead(OperationContext context, CopySource source) {
        this(context, source, false);
    }

    /**
     * The same.
     *
     * @param isForParts whether the node needs all that describes the source, if it fulfils the conditions
     */
    SourceHead(OperationContext context, CopySource source, boolean isForParts) {
        this.context = context;
        this.source = source;
        this.isForParts = isForParts;
        this.overlooked = overlookedCondition(context);
    }

    /**
     * The properties of the source.
     *
     * @param sizeBytes empty if the platform refuses the query, in which case it usually refuses the copy, too
     * @param tag empty likewise
     * @param hasTags true if it has tags or that is unknown
     * @param whole all of the answer; empty unless it is for parts, and if the source does not fulfil the conditions
     */
    record Answer(OptionalLong sizeBytes, Optional<ETag> tag, boolean hasTags, Optional<PlatformReply> whole) {

        /** If nothing was asked. */
        static final Answer NONE = new Answer(OptionalLong.empty(), Optional.empty(), false, Optional.empty());
    }

    /** The first condition on the source that the platform would overlook. */
    private static Optional<String> overlookedCondition(OperationContext context) {
        return context.platform().offers(Capability.COPY_SOURCE_CONDITIONS)
                ? Optional.empty()
                : HeaderPolicy.toPlatform(context.request(), context.operation().name()).stream()
                        .map(HeaderField::name)
                        .filter(name -> name.startsWith(CONDITION))
                        .findFirst();
    }

    /** Whether there is a condition on the source that the platform would overlook. */
    boolean overlooksCondition() {
        return overlooked.isPresent();
    }

    /**
     * The properties. Blocks.
     *
     * @throws FailureException if the source does not fulfil a condition that the platform ignores in copies
     */
    Answer find(DocumentRequest request) {
        PlatformReply reply = ask(request, isForParts || overlooksCondition());
        boolean isUnmet = isUnmet(reply.status());
        if (overlooked.isPresent() && isUnmet) {
            throw new FailureException(new Failure.Unacceptable(
                    S3Error.of(S3ErrorCode.PRECONDITION_FAILED).with("Condition", overlooked.get())));
        }
        if (isForParts && isUnmet) {
            // The platform says so itself, in its answer to the copy.
            reply = ask(request, false);
        }
        return reply.isError()
                // A caller may have permission to copy without that to HEAD; otherwise the platform refuses the copy.
                ? new Answer(
                        OptionalLong.empty(),
                        Optional.empty(),
                        reply.status() == S3ErrorCode.ACCESS_DENIED.status(),
                        Optional.empty())
                : new Answer(
                        number(reply, "content-length"),
                        reply.header("etag").flatMap(ETag::parse),
                        number(reply, "x-amz-tagging-count").orElse(0) > 0,
                        Optional.of(reply).filter(_ -> isForParts && !isUnmet));
    }

    /** Whether the source is still the object of this earlier answer. Blocks. */
    boolean isStill(DocumentRequest request, PlatformReply earlier) {
        PlatformReply now = ask(request, false);
        return !now.isError() && IDENTITY.stream().allMatch(it -> now.header(it).equals(earlier.header(it)));
    }

    /** The source's tags; empty if the platform does not state them. Blocks. */
    Optional<Tagging> tags(DocumentRequest request) {
        PlatformReply reply = request.send(() -> question("GET", "tagging", "GetObjectTagging", ofCaller()));
        if (PlatformErrors.isCode(reply.body(), S3ErrorCode.NO_SUCH_TAG_SET)) {
            return Optional.of(new Tagging(List.of()));
        }
        try {
            return reply.isError() ? Optional.empty() : Optional.of(Tagging.readAsIs(reply.body()));
        } catch (S3ErrorException nonsense) {
            return Optional.empty();
        }
    }

    private PlatformReply ask(DocumentRequest request, boolean withConditions) {
        PlatformReply reply = request.send(() -> question("HEAD", "", "HeadObject", headers(withConditions)));
        if (WriteOutcome.isUnknown(reply.status())) {
            throw reply.refusal();
        }
        return reply;
    }

    /** What lets the caller read: without its consent to pay, the platform refuses a source whose readers pay. */
    private List<HeaderField> ofCaller() {
        List<HeaderField> headers = new ArrayList<>(context.vouching());
        HeaderPolicy.toPlatform(context.request(), context.operation().name()).stream()
                .filter(header -> header.name().equals(PAYER))
                .forEach(headers::add);
        return headers;
    }

    private List<HeaderField> headers(boolean withConditions) {
        List<HeaderField> headers = ofCaller();
        HeaderPolicy.toPlatform(context.request(), context.operation().name()).forEach(header -> {
            renamed(header, OF_SOURCE, OF_OBJECT).ifPresent(headers::add);
            if (withConditions) {
                renamed(header, CONDITION, "if-").ifPresent(headers::add);
            }
        });
        if (isForParts) {
            headers.add(CHECKSUMS);
        }
        return headers;
    }

    private PlatformRequest question(String method, String subresource, String operation, List<HeaderField> headers) {
        KeySafety.check(source.key(), context.platform());
        String path = '/'
                + context.sourceOnPlatform(source.bucket())
                + '/'
                + UriEncoding.encodePath(source.key().value());
        String version = source.versionId() == null
                ? ""
                : "versionId=" + UriEncoding.encodeQuery(source.versionId().value());
        String query = subresource.isEmpty() || version.isEmpty() ? subresource + version : subresource + '&' + version;
        return new PlatformRequest(
                new PlatformRequest.Sender(context.platformOfSource(), context.payer(), context.platformKey()),
                new PlatformRequest.Head(method, path, query, headers),
                PlatformRequest.Content.NONE,
                operation,
                false);
    }

    private static Optional<HeaderField> renamed(HeaderField header, String from, String to) {
        return header.name().startsWith(from)
                ? Optional.of(new HeaderField(to + header.name().substring(from.length()), header.value()))
                : Optional.empty();
    }

    private static boolean isUnmet(int status) {
        return status == S3ErrorCode.PRECONDITION_FAILED.status() || status == NOT_MODIFIED;
    }

    private static OptionalLong number(PlatformReply reply, String header) {
        return reply.header(header).stream().mapToLong(Long::parseLong).findFirst();
    }
}
