package dev.ose.server.s3.object;

import dev.ose.s3.ByteRange;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.transfer.BodySource;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import dev.ose.server.transfer.readahead.ReadAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has a large answer read ahead of its client. Ranged reads are the client's own request, with the entity tag of the
 * first answer as their only condition: keys of the client's encryption, version and vouching are repeated.
 */
final class LargeRead {

    private static final int OK = 200;
    private static final int PARTIAL = 206;

    /** Replaced in ranged reads, or of no use there: the first answer has met the client's conditions. */
    private static final Set<String> NOT_REPEATED = Set.of(
            "range",
            "if-range",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "if-unmodified-since",
            "x-amz-checksum-mode");

    private final OperationContext context;
    private final PlatformRequest request;

    /** The reader of ranges of one object. */
    private record RangeReader(TenantId tenant, ObjectAddress object) {}

    private LargeRead(OperationContext context, PlatformRequest request) {
        this.context = context;
        this.request = request;
    }

    /** The body of the answer to the request, read ahead if it is large and that can be done safely. */
    static BodySource body(OperationContext context, PlatformRequest request, PlatformResponse answer) {
        return context.services().platform().readAhead().isFor(request.platform(), answer.bodyLength())
                        && context.operation() instanceof ObjectOperation.GetObject read
                        && read.partNumber() == null
                ? new LargeRead(context, request).body(read, answer)
                : answer.body();
    }

    private BodySource body(ObjectOperation.GetObject read, PlatformResponse answer) {
        boolean isRanged =
                request.headers().stream().anyMatch(header -> header.name().equals("range"));
        if (answer.status() == OK && !isRanged) {
            ByteRange whole = new ByteRange(0, answer.bodyLength() - 1);
            return over(answer, whole, answer.bodyLength(), new Object());
        }
        ContentRange stated = answer.status() == PARTIAL && isRanged ? ContentRange.of(answer) : null;
        if (stated == null || stated.span().lengthBytes() != answer.bodyLength()) {
            return answer.body();
        }
        RangeReader reader = new RangeReader(context.payer(), context.object(read.key()));
        ReadAhead readAhead = readAhead();
        readAhead.begin(reader);
        context.exchange().onEnd(() -> readAhead.end(reader));
        return over(answer, stated.span(), stated.sizeBytes(), reader);
    }

    private ReadAhead readAhead() {
        return context.services().platform().readAhead();
    }

    private BodySource over(PlatformResponse answer, ByteRange span, long sizeBytes, Object reader) {
        return readAhead()
                .over(
                        answer,
                        new ReadAhead.Read(request.platform(), context.payer(), span, sizeBytes, reader),
                        this::read,
                        GuardedListener.pauses(context));
    }

    private PlatformCall read(ByteRange range, String ifMatch, PlatformListener listener) {
        List<HeaderField> headers = new ArrayList<>(request.headers());
        headers.removeIf(header -> NOT_REPEATED.contains(header.name()));
        headers.add(new HeaderField("range", range.headerValue()));
        headers.add(new HeaderField("if-match", ifMatch));
        return context.services()
                .platform()
                .transport()
                .send(request.withHeaders(headers), new GuardedListener(context, listener));
    }

    /** {@code Content-Range: bytes first-last/size}. */
    private record ContentRange(ByteRange span, long sizeBytes) {

        private static final String UNIT = "bytes ";

        /** That of the answer; null if it has none of this form. */
        static @Nullable ContentRange of(PlatformResponse answer) {
            List<String> values = answer.headers("content-range");
            String text = values.size() == 1 ? values.getFirst() : "";
            int slash = text.indexOf('/');
            if (!text.startsWith(UNIT) || slash < 0) {
                return null;
            }
            Optional<ByteRange> span = ByteRange.parse("bytes=" + text.substring(UNIT.length(), slash));
            Optional<ByteRange> whole = ByteRange.parse("bytes=0-" + text.substring(slash + 1));
            return span.isEmpty()
                            || whole.isEmpty()
                            || span.get().last() >= whole.get().last()
                    ? null
                    : new ContentRange(span.get(), whole.get().last());
        }
    }
}
