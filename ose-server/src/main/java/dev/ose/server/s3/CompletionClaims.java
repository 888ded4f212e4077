package dev.ose.server.s3;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a completion claims of its object that a platform without checksums overlooks. A claim that was never compared would be
 * believed: the size is compared here, with what was noted of the parts, and the others are refused by name.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>
 */
final class CompletionClaims {

    private static final String SIZE = "x-amz-mp-object-size";
    private static final String TYPE = "x-amz-checksum-type";
    private static final int MAX_DIGITS = 15;

    private final OperationContext context;
    private final boolean isOverlooked;

    CompletionClaims(OperationContext context) {
        this.context = context;
        this.isOverlooked = !context.platform().offers(Capability.TRAILERS);
    }

    /** Why the claims about checksums cannot be compared; empty if the platform compares them, or there are none. */
    Optional<Failure> ofChecksums(CompleteMultipartUploadRequest request) {
        if (!isOverlooked) {
            return Optional.empty();
        }
        return header(TYPE).isPresent()
                ? Optional.of(notOffered("Header", TYPE))
                : request.parts().stream()
                        .flatMap(part -> part.checksums().keySet().stream())
                        .findFirst()
                        .map(element -> notOffered("Element", element));
    }

    /**
     * Why the size is not what is claimed, or that cannot be told.
     *
     * @param known the bytes of all parts together
     */
    Optional<Failure> ofSize(OptionalLong known) {
        Optional<String> claimed = isOverlooked ? header(SIZE) : Optional.empty();
        if (claimed.isEmpty()) {
            return Optional.empty();
        }
        String size = claimed.get();
        if (size.isEmpty() || size.length() > MAX_DIGITS || !size.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(invalid("Value for " + SIZE + " header is invalid."));
        }
        if (known.isEmpty()) {
            return Optional.of(notOffered("Header", SIZE));
        }
        return Long.parseLong(size) == known.getAsLong()
                ? Optional.empty()
                : Optional.of(invalid("The provided '" + SIZE + "' header value does not match what was computed."));
    }

    private Optional<String> header(String name) {
        List<String> values = context.exchange().requestHeaders(name);
        return values.stream().findFirst().map(String::strip);
    }

    private static Failure notOffered(String kind, String name) {
        return new Failure.Unacceptable(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with(kind, name));
    }

    private static Failure invalid(String message) {
        return new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
