package dev.ose.server.s3.object;

import dev.ose.adapter.Quirk;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.KeySafety;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;

/** The headers of a copy: the source is the one that was authorised, in our spelling, never the client's text. */
final class CopyHeaders {

    private CopyHeaders() {}

    static List<HeaderField> of(OperationContext context, CopySource source) {
        return of(context, source, sourceOnPlatform(context, source));
    }

    /** The same for a part. */
    static List<HeaderField> ofPart(OperationContext context, CopySource source) {
        String once = sourceOnPlatform(context, source);
        return of(
                context,
                source,
                context.platform().has(Quirk.PART_COPY_SOURCE_DECODED_TWICE) ? once.replace("%", "%25") : once);
    }

    private static String sourceOnPlatform(OperationContext context, CopySource source) {
        return context.sourceOnPlatform(source.bucket())
                + source.headerValue().substring(source.bucket().value().length());
    }

    private static List<HeaderField> of(OperationContext context, CopySource source, String headerValue) {
        KeySafety.check(source.key(), context.platform());
        List<HeaderField> headers = context.headersForPlatform();
        headers.add(new HeaderField("x-amz-copy-source", headerValue));
        return headers;
    }
}
