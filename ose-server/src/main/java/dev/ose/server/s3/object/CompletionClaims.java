package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What a completion claims of its object and of the parts, where the platform overlooks the claims. The size of the
 * object is compared with the noted sizes of the parts, or with those that the platform lists if some are not noted, as
 * while the database is away. The checksums of a part are compared with the one that was noted of it, and pass if none
 * was: no platform lists them, and SDKs repeat in a completion what was compared when they sent the part; refusing it
 * would refuse their uploads during an outage.
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
        this.isOverlooked = areOverlooked(context);
    }

    /** Whether the platform completes uploads without a look at such claims. */
    static boolean areOverlooked(OperationContext context) {
        return !context.platform().offers(Capability.TRAILERS);
    }

    /**
     * Goes on with the size of the object, unknown if some part was stored past OSE and nothing is claimed. If a
     * checksum or the size is not what is claimed, or the size cannot be told, the request is answered so.
     *
     * @param parts of which the object is made
     * @param noted parts of the upload
     */
    void compare(
            List<CompleteMultipartUploadRequest.Part> parts,
            UploadId upload,
            Map<PartNumber, NotedPart> noted,
            Consumer<OptionalLong> next) {
        Optional<CompleteMultipartUploadRequest.Part> wrong = isOverlooked
                ? parts.stream().filter(part -> isContradicted(part, noted)).findFirst()
                : Optional.empty();
        if (wrong.isPresent()) {
            fail(S3Error.of(S3ErrorCode.INVALID_PART)
                    .with("PartNumber", Integer.toString(wrong.get().number().value()))
                    .with("ETag", wrong.get().tag().value()));
        } else {
            compareSize(
                    parts.stream()
                            .map(CompleteMultipartUploadRequest.Part::number)
                            .toList(),
                    upload,
                    noted,
                    next);
        }
    }

    private static boolean isContradicted(CompleteMultipartUploadRequest.Part part, Map<PartNumber, NotedPart> noted) {
        NotedPart known = noted.get(part.number());
        return known != null
                && part.checksums().entrySet().stream()
                        .anyMatch(stated -> !allows(known.checksum(), stated.getKey(), stated.getValue()));
    }

    /** A part has one checksum: of another algorithm, S3 takes none for it. */
    private static boolean allows(PartChecksum known, String element, String stated) {
        return switch (known) {
            case PartChecksum.Unknown() -> true;
            case PartChecksum.None() -> false;
            case PartChecksum.Compared compared ->
                compared.algorithm().element().equals(element) && compared.isValue(stated);
        };
    }

    private void compareSize(
            List<PartNumber> parts, UploadId upload, Map<PartNumber, NotedPart> noted, Consumer<OptionalLong> next) {
        OptionalLong size = sum(parts, sizes(noted));
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

    private static Map<PartNumber, Long> sizes(Map<PartNumber, NotedPart> noted) {
        return noted.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, part -> part.getValue()
                .bytes()));
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
