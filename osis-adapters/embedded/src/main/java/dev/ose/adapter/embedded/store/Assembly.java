package dev.ose.adapter.embedded.store;

import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.checksum.PartChecksums;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object composed of the parts that a completion lists: the parts in order, and the ETag and checksum of the whole.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>
 */
record Assembly(
        List<ObjectPart> parts,
        long sizeBytes,
        ETag etag,
        @Nullable ObjectChecksum checksum) {

    static final long MIN_PART_BYTES = 5L << 20;
    private static final int MAX_PARTS = 10_000;

    /** Refuses, with an {@link S3ErrorException}, lists without parts, with wrong parts or parts out of order. */
    static Assembly of(
            List<NamedPart> named, Map<Integer, UploadedPart> uploaded, StoredUpload.@Nullable ChecksumKind kind) {
        requireOrder(named);
        PartChecksums checksums = kind == null ? null : new PartChecksums(kind.algorithm(), kind.type());
        List<ObjectPart> parts = new ArrayList<>(named.size());
        long offset = 0;
        for (NamedPart name : named) {
            UploadedPart part = uploaded.get(name.number());
            if (part == null || !part.etag().equals(name.etag()) || contradicts(name, part, kind)) {
                throw invalidPart(name);
            }
            boolean isLast = parts.size() == named.size() - 1;
            if (!isLast && part.sizeBytes() < MIN_PART_BYTES) {
                throw tooSmall(part);
            }
            if (checksums != null && part.checksum() != null) {
                checksums.add(part.checksum(), part.sizeBytes());
            }
            // Renumbered without gaps, as S3 numbers the parts of an object.
            String kept = kind == null ? null : part.checksum();
            parts.add(new ObjectPart(parts.size() + 1, offset, part.file(), kept));
            offset += part.sizeBytes();
        }
        return new Assembly(parts, offset, etag(named), checksums == null ? null : checksums.total());
    }

    /** The ETag of an object of these parts, which need not exist. */
    static ETag etag(List<NamedPart> named) {
        named.stream().filter(part -> !part.etag().isMd5()).findFirst().ifPresent(part -> {
            throw invalidPart(part);
        });
        return ETag.ofParts(named.stream().map(NamedPart::etag).toList()).orElseThrow();
    }

    private static void requireOrder(List<NamedPart> named) {
        if (named.isEmpty() || named.size() > MAX_PARTS) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_XML));
        }
        for (int i = 1; i < named.size(); i++) {
            if (named.get(i).number() <= named.get(i - 1).number()) {
                throw new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_PART_ORDER));
            }
        }
    }

    /** Each stated checksum must equal the part's, which has one algorithm. */
    private static boolean contradicts(NamedPart name, UploadedPart part, StoredUpload.@Nullable ChecksumKind kind) {
        return name.checksums().entrySet().stream()
                .anyMatch(stated -> (kind != null && kind.algorithm() != stated.getKey())
                        || !stated.getValue().equals(part.checksum()));
    }

    private static S3ErrorException invalidPart(NamedPart part) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_PART)
                .with("PartNumber", Integer.toString(part.number()))
                .with("ETag", part.etag().value()));
    }

    private static S3ErrorException tooSmall(UploadedPart part) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_SMALL)
                .with("ProposedSize", Long.toString(part.sizeBytes()))
                .with("MinSizeAllowed", Long.toString(MIN_PART_BYTES))
                .with("PartNumber", Integer.toString(part.number()))
                .with("ETag", part.etag().value()));
    }
}
