package dev.ose.server.s3;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.RequestBody;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Asks the platform how large the object is that a copy reads, as the caller and with the caller's keys. */
final class SourceSize {

    private static final String OF_SOURCE = "x-amz-copy-source-server-side-encryption-customer-";
    private static final String OF_OBJECT = "x-amz-server-side-encryption-customer-";

    private SourceSize() {}

    /**
     * Goes on with the size in bytes; without one if the platform does not tell, in which case it will refuse the copy as
     * well. Where the platform cannot be asked, the request is answered so.
     */
    static void find(OperationContext context, CopySource source, Consumer<OptionalLong> next) {
        context.send(question(context, source), response -> answered(context, response, next));
    }

    private static PlatformRequest question(OperationContext context, CopySource source) {
        KeySafety.check(source.key(), context.platform());
        List<HeaderField> headers = HeaderPolicy.toPlatform(context.exchange()).stream()
                .filter(header -> header.name().startsWith(OF_SOURCE))
                .map(header -> new HeaderField(OF_OBJECT + header.name().substring(OF_SOURCE.length()), header.value()))
                .toList();
        return new PlatformRequest(
                context.platform(),
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
                RequestBody.NONE,
                "HeadObject",
                false);
    }

    /** A HEAD has no body; reading to its end is what gives the connection back. */
    private static void answered(OperationContext context, PlatformResponse response, Consumer<OptionalLong> next) {
        OptionalLong size = Relay.isError(response.status())
                ? OptionalLong.empty()
                : response.headers("content-length").stream()
                        .mapToLong(Long::parseLong)
                        .findFirst();
        Relay.document(context, response, nothing -> next.accept(size));
    }
}
