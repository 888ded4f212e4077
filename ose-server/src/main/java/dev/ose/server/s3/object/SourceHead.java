package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.ETag;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.HeaderPolicy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformRequestBody;
import dev.ose.server.transfer.PlatformResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Queries the source object of a copy with the caller's key. */
final class SourceHead {

    private static final String OF_SOURCE = "x-amz-copy-source-server-side-encryption-customer-";
    private static final String OF_OBJECT = "x-amz-server-side-encryption-customer-";
    private static final int NOT_MODIFIED = 304;
    private static final String CONDITION = "x-amz-copy-source-if-";

    private SourceHead() {}

    /**
     * The properties of the source.
     *
     * @param sizeBytes empty if the platform refuses the query, in which case it usually refuses the copy, too
     * @param tag empty likewise
     * @param hasTags true if it has tags or that is unknown
     */
    record Answer(OptionalLong sizeBytes, Optional<ETag> tag, boolean hasTags) {}

    /** The first condition on the source that the platform would overlook. */
    static Optional<String> overlookedCondition(OperationContext context) {
        return context.platform().offers(Capability.COPY_SOURCE_CONDITIONS)
                ? Optional.empty()
                : HeaderPolicy.toPlatform(
                                context.exchange(), context.operation().name())
                        .stream()
                        .map(HeaderField::name)
                        .filter(name -> name.startsWith(CONDITION))
                        .findFirst();
    }

    /**
     * Continues with the properties. If the query fails, or the source does not fulfil a condition that the platform
     * ignores in copies, answers the request.
     */
    static void find(OperationContext context, CopySource source, Consumer<Answer> next) {
        context.send(question(context, source), response -> answered(context, response, next));
    }

    private static PlatformRequest question(OperationContext context, CopySource source) {
        KeySafety.check(source.key(), context.platform());
        List<HeaderField> headers = new ArrayList<>(context.vouching());
        HeaderPolicy.toPlatform(context.exchange(), context.operation().name()).forEach(header -> {
            renamed(header, OF_SOURCE, OF_OBJECT).ifPresent(headers::add);
            if (overlookedCondition(context).isPresent()) {
                renamed(header, CONDITION, "if-").ifPresent(headers::add);
            }
        });
        return new PlatformRequest(
                context.platformOfSource(),
                context.payer(),
                context.platformKey(),
                "HEAD",
                '/'
                        + context.sourceOnPlatform(source.bucket())
                        + '/'
                        + UriEncoding.encodePath(source.key().value()),
                source.versionId() == null
                        ? ""
                        : "versionId="
                                + UriEncoding.encodeQuery(source.versionId().value()),
                headers,
                PayloadHash.EMPTY_SHA256,
                PlatformRequestBody.NONE,
                "HeadObject",
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

    /** A HEAD has no body; reading it to its end returns the connection. */
    private static void answered(OperationContext context, PlatformResponse response, Consumer<Answer> next) {
        if (response.status() >= 500) {
            Relay.error(context, response);
            return;
        }
        Optional<String> condition = overlookedCondition(context);
        if (condition.isPresent() && isUnmet(response.status())) {
            Failure unmet = new Failure.Unacceptable(
                    S3Error.of(S3ErrorCode.PRECONDITION_FAILED).with("Condition", condition.get()));
            Relay.document(context, response, _ -> context.fail(unmet));
            return;
        }
        Answer answer = Relay.isError(response.status())
                // A caller may have permission to copy without that to HEAD; otherwise the platform refuses the copy.
                ? new Answer(
                        OptionalLong.empty(), Optional.empty(), response.status() == S3ErrorCode.ACCESS_DENIED.status())
                : new Answer(
                        number(response, "content-length"),
                        response.headers("etag").stream().findFirst().flatMap(ETag::parse),
                        number(response, "x-amz-tagging-count").orElse(0) > 0);
        Relay.document(context, response, nothing -> next.accept(answer));
    }

    private static OptionalLong number(PlatformResponse response, String header) {
        return response.headers(header).stream().mapToLong(Long::parseLong).findFirst();
    }
}
