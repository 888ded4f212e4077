package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The size that a completion claims of its object, where the platform overlooks the claim: it is compared with what was noted
 * of the parts. Checksums of parts are passed on there and overlooked. SDKs repeat in a completion what they stated of each
 * part when they sent it, and that was compared then; refusing it would refuse their uploads.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>
 */
final class CompletionClaims {

    private static final String SIZE = "x-amz-mp-object-size";
    private static final int MAX_DIGITS = 15;

    private final OperationContext context;
    private final boolean isOverlooked;

    CompletionClaims(OperationContext context) {
        this.context = context;
        this.isOverlooked = !context.platform().offers(Capability.TRAILERS);
    }

    /**
     * Why the size is not what is claimed, or that cannot be told.
     *
     * @param known the bytes of all parts together
     */
    Optional<Failure> ofSize(OptionalLong known) {
        Optional<String> claimed = isOverlooked ? claimed() : Optional.empty();
        if (claimed.isEmpty()) {
            return Optional.empty();
        }
        String size = claimed.get();
        if (size.isEmpty() || size.length() > MAX_DIGITS || !size.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(invalid("Value for " + SIZE + " header is invalid."));
        }
        if (known.isEmpty()) {
            return Optional.of(new Failure.Unacceptable(
                    S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", SIZE)));
        }
        return Long.parseLong(size) == known.getAsLong()
                ? Optional.empty()
                : Optional.of(invalid("The provided '" + SIZE + "' header value does not match what was computed."));
    }

    private Optional<String> claimed() {
        List<String> values = context.exchange().requestHeaders(SIZE);
        return values.stream().findFirst().map(String::strip);
    }

    private static Failure invalid(String message) {
        return new Failure.Unacceptable(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
