package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The size that a completion claims of its object, where the platform overlooks the claim: it is compared with what was
 * noted of the parts, or with what the platform lists if some are not noted, as while the database is away. Checksums
 * of parts are passed on there and overlooked. SDKs repeat in a completion what they stated of each part when they sent
 * it, and that was compared then; refusing it would refuse their uploads.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>
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
     * Goes on with the size of the object, unknown if some part was stored past OSE and nothing is claimed. If the size
     * is not what is claimed, or cannot be told, the request is answered so.
     *
     * @param parts of which the object is made
     * @param noted parts of the upload with their sizes
     */
    void compare(List<PartNumber> parts, UploadId upload, Map<PartNumber, Long> noted, Consumer<OptionalLong> next) {
        OptionalLong size = sum(parts, noted);
        Optional<String> claimed = isOverlooked ? claimed() : Optional.empty();
        if (claimed.isEmpty()) {
            next.accept(size);
        } else if (!isNumber(claimed.get())) {
            refuse("Value for " + SIZE + " header is invalid.");
        } else if (size.isPresent()) {
            compare(Long.parseLong(claimed.get()), size.getAsLong(), next);
        } else {
            ListedParts.find(
                    context,
                    upload,
                    listed -> listed.ifPresentOrElse(
                            found -> compareListed(Long.parseLong(claimed.get()), sum(parts, found), next),
                            () -> fail(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", SIZE))));
        }
    }

    private void compareListed(long claimed, OptionalLong size, Consumer<OptionalLong> next) {
        if (size.isPresent()) {
            compare(claimed, size.getAsLong(), next);
        } else {
            fail(S3Error.of(S3ErrorCode.INVALID_PART));
        }
    }

    private void compare(long claimed, long size, Consumer<OptionalLong> next) {
        if (claimed == size) {
            next.accept(OptionalLong.of(size));
        } else {
            refuse("The provided '" + SIZE + "' header value does not match what was computed.");
        }
    }

    /** Of all the parts together; unknown as soon as one of them is. */
    private static OptionalLong sum(List<PartNumber> parts, Map<PartNumber, Long> known) {
        return known.keySet().containsAll(parts)
                ? OptionalLong.of(parts.stream()
                        .mapToLong(part -> known.getOrDefault(part, 0L))
                        .sum())
                : OptionalLong.empty();
    }

    private static boolean isNumber(String size) {
        return !size.isEmpty() && size.length() <= MAX_DIGITS && size.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private Optional<String> claimed() {
        List<String> values = context.exchange().requestHeaders(SIZE);
        return values.stream().findFirst().map(String::strip);
    }

    private void refuse(String message) {
        fail(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }

    private void fail(S3Error error) {
        context.fail(new Failure.Unacceptable(error));
    }
}
