package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.chunked.ChunkedDecoder;
import dev.ose.s3.chunked.ContentCodings;
import dev.ose.s3.chunked.TrailingChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.BodyCheck;
import dev.ose.server.s3.relay.BodyChecksum;
import dev.ose.server.s3.relay.OperationContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a body in {@code aws-chunked} framing goes on to the platform. Unsigned framing with a checksum behind it goes on
 * as it is to a platform that understands it: nothing in it depends on a key. All else is verified and taken off here;
 * a checksum behind signed chunks goes on in unsigned framing where the platform can keep it, and is compared here
 * where it cannot.
 */
final class FramedBody {

    private static final String CODING = "content-encoding";
    private static final String DECODED_LENGTH = "x-amz-decoded-content-length";
    private static final String TRAILER = "x-amz-trailer";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    private final OperationContext context;
    private final Platform verifier;
    private final S3Request request;
    private final List<String> trailers;
    private final @Nullable StatedChecksum stated;
    private final long objectBytes;

    private FramedBody(OperationContext context, PayloadHash.Mode mode, Platform verifier) {
        this.context = context;
        this.verifier = verifier;
        this.request = context.request();
        this.trailers = request.headerValues(TRAILER);
        this.stated = BodyChecksum.stated(request);
        this.objectBytes = decodedLength(request);
        if (mode == PayloadHash.Mode.STREAMING_SIGNED && !trailers.isEmpty()) {
            throw unacceptable(S3Error.of(S3ErrorCode.MALFORMED_TRAILER_ERROR));
        }
    }

    /**
     * The body that the request announces. Throws why it cannot be taken.
     *
     * @param verifier the platform with the capabilities on which the form of the body depends
     */
    static ObjectBody announced(OperationContext context, PayloadHash.Mode mode, Platform verifier) {
        FramedBody body = new FramedBody(context, mode, verifier);
        StatedChecksum stated = body.stated;
        boolean isPlatforms = verifier.offers(Capability.TRAILERS)
                && (stated == null || BodyChecksum.isVerifiedBy(verifier, stated.algorithm()));
        if (isPlatforms && mode == PayloadHash.Mode.STREAMING_UNSIGNED_TRAILER) {
            return body.verbatim(mode);
        }
        boolean isTrailing = stated != null && stated.value() == null;
        if (stated == null || !isTrailing) {
            return body.decoded(null);
        }
        return isPlatforms
                ? body.reframed(TrailingChecksum.passedOn(stated.algorithm()))
                : body.decoded(TrailingChecksum.verified(stated.algorithm()));
    }

    private ObjectBody verbatim(PayloadHash.Mode mode) {
        List<HeaderField> headers = context.headersForPlatform();
        addTrailerHeaders(headers);
        return new ObjectBody(
                objectBytes,
                context.exchange().requestBody(),
                request.exchange().requestLength(),
                mode.wireValue(),
                headers,
                false,
                null);
    }

    private ObjectBody decoded(@Nullable TrailingChecksum checksum) {
        List<HeaderField> headers = withoutFraming();
        if (checksum != null) {
            // It announces a checksum that does not follow any more.
            headers.removeIf(header -> header.name().equals(SDK_ALGORITHM));
        }
        BodyCheck framing = framing(checksum);
        BodyCheck ofHeader = BodyChecksum.checkHere(stated, verifier, headers);
        BodyCheck check = ofHeader == null ? framing : framing.and(ofHeader);
        return new ObjectBody(
                objectBytes,
                new CheckedSource(context.exchange().requestBody(), check, objectBytes),
                objectBytes,
                PayloadHash.Mode.UNSIGNED.wireValue(),
                headers,
                objectBytes == 0,
                checksum);
    }

    private ObjectBody reframed(TrailingChecksum checksum) {
        CheckedSource object = new CheckedSource(context.exchange().requestBody(), framing(checksum), objectBytes);
        ReframedSource source = new ReframedSource(object, objectBytes, checksum);
        List<HeaderField> headers = withoutFraming();
        List<String> others = headers.stream()
                .filter(header -> header.name().equals(CODING))
                .map(HeaderField::value)
                .toList();
        headers.removeIf(header -> header.name().equals(CODING));
        List<String> codings = new ArrayList<>(List.of(ContentCodings.AWS_CHUNKED));
        codings.addAll(others);
        headers.add(new HeaderField(CODING, String.join(",", codings)));
        addTrailerHeaders(headers);
        return new ObjectBody(
                objectBytes,
                source,
                source.framedBytes(),
                PayloadHash.Mode.STREAMING_UNSIGNED_TRAILER.wireValue(),
                headers,
                false,
                checksum);
    }

    private BodyCheck framing(@Nullable TrailingChecksum checksum) {
        return new FramingCheck(new ChunkedDecoder(objectBytes, context.chunkSignatures(), checksum));
    }

    private void addTrailerHeaders(List<HeaderField> headers) {
        headers.add(new HeaderField(DECODED_LENGTH, Long.toString(objectBytes)));
        trailers.forEach(trailer -> headers.add(new HeaderField(TRAILER, trailer)));
    }

    /** The client's headers without those of the framing. */
    private List<HeaderField> withoutFraming() {
        List<HeaderField> headers = new ArrayList<>();
        for (HeaderField header : context.headersForPlatform()) {
            if (!header.name().equals(CODING)) {
                headers.add(header);
                continue;
            }
            String coding = ContentCodings.withoutChunking(header.value());
            if (!coding.isEmpty()) {
                headers.add(new HeaderField(CODING, coding));
            }
        }
        return headers;
    }

    private static long decodedLength(S3Request request) {
        List<String> decoded = request.headerValues(DECODED_LENGTH);
        if (isWithoutBody(request) || decoded.size() != 1 || !isLength(decoded.getFirst())) {
            throw new FailureException(new Failure.LengthMissing());
        }
        return Long.parseLong(decoded.getFirst());
    }

    /** Even of an empty object there is a last frame. */
    private static boolean isWithoutBody(S3Request request) {
        return request.exchange().requestLength() == 0
                && request.headerValues("content-length").isEmpty();
    }

    private static boolean isLength(String text) {
        return !text.isEmpty() && text.length() <= 15 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static FailureException unacceptable(S3Error error) {
        return new FailureException(new Failure.Unacceptable(error));
    }
}
