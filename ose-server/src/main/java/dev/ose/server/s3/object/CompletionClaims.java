package dev.ose.server.s3.object;

import dev.ose.adapter.Capability;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.PartChecksum;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.relay.OperationContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

    private final boolean isOverlooked;
    private final Optional<String> claimedSize;

    /** Call on the I/O thread. */
    CompletionClaims(OperationContext context) {
        this.isOverlooked = areOverlooked(context);
        this.claimedSize = isOverlooked
                ? context.request().headerValues(SIZE).stream().findFirst().map(String::strip)
                : Optional.empty();
    }

    /** Whether the platform completes uploads without a look at such claims. */
    static boolean areOverlooked(OperationContext context) {
        return !context.platform().offers(Capability.TRAILERS);
    }

    /**
     * The size of the object, unknown if some part was stored past OSE and nothing is claimed. Blocks.
     *
     * @param parts of which the object is made
     * @param noted parts of the upload
     * @throws S3ErrorException if a checksum or the size is not what is claimed, or the size is unknown
     */
    OptionalLong compare(
            DocumentRequest request,
            List<CompleteMultipartUploadRequest.Part> parts,
            UploadId upload,
            Map<PartNumber, NotedPart> noted) {
        if (isOverlooked) {
            parts.forEach(part -> requireUncontradicted(part, noted));
        }
        List<PartNumber> numbers =
                parts.stream().map(CompleteMultipartUploadRequest.Part::number).toList();
        OptionalLong size = sum(numbers, sizes(noted));
        if (claimedSize.isEmpty()) {
            return size;
        }
        if (!isNumber(claimedSize.get())) {
            throw refusal("Value for " + SIZE + " header is invalid.");
        }
        long known = size.isPresent() ? size.getAsLong() : listed(request, numbers, upload);
        if (known != Long.parseLong(claimedSize.get())) {
            throw refusal("The provided '" + SIZE + "' header value does not match what was computed.");
        }
        return OptionalLong.of(known);
    }

    private static void requireUncontradicted(
            CompleteMultipartUploadRequest.Part part, Map<PartNumber, NotedPart> noted) {
        if (isContradicted(part, noted)) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_PART)
                    .with("PartNumber", Integer.toString(part.number().value()))
                    .with("ETag", part.tag().value()));
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

    /** The size of the parts that the platform lists. */
    private static long listed(DocumentRequest request, List<PartNumber> parts, UploadId upload) {
        Map<PartNumber, Long> found = ListedParts.find(request, upload)
                .orElseThrow(() -> new S3ErrorException(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", SIZE)));
        return sum(parts, found).orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_PART)));
    }

    private static Map<PartNumber, Long> sizes(Map<PartNumber, NotedPart> noted) {
        return noted.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, part -> part.getValue()
                .bytes()));
    }

    /** The size of all parts; unknown if that of any part is. */
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

    private static S3ErrorException refusal(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
