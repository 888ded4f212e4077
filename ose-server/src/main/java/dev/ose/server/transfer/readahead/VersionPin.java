package dev.ose.server.transfer.readahead;

import dev.ose.s3.ByteRange;
import dev.ose.s3.ETag;
import dev.ose.server.transfer.PlatformResponse;
import java.util.List;
import java.util.Optional;

/**
 * What identifies the version of the object that an answer is made of: no byte of a ranged read is used unless its head
 * says the same.
 *
 * @param etag as the platform wrote it, a strong one
 * @param lastModified as the platform wrote it; empty if it did not
 * @param versionId as the platform wrote it; empty if it did not
 * @param sizeBytes of the whole object
 */
record VersionPin(String etag, String lastModified, String versionId, long sizeBytes) {

    private static final int PARTIAL = 206;

    /** The version of this answer; empty if it has no single strong entity tag. */
    static Optional<VersionPin> of(PlatformResponse answer, long sizeBytes) {
        List<String> tags = answer.headers("etag");
        if (tags.size() != 1 || !isStrong(tags.getFirst())) {
            return Optional.empty();
        }
        return Optional.of(new VersionPin(
                tags.getFirst(), only(answer, "last-modified"), only(answer, "x-amz-version-id"), sizeBytes));
    }

    /** Whether this is the answer to a read of this range of the same version. */
    boolean isOf(PlatformResponse answer, ByteRange range) {
        return answer.status() == PARTIAL
                && answer.bodyLength() == range.lengthBytes()
                && only(answer, "etag").equals(etag)
                && only(answer, "last-modified").equals(lastModified)
                && only(answer, "x-amz-version-id").equals(versionId)
                && only(answer, "content-range")
                        .equals("bytes " + range.first() + '-' + range.last() + '/' + sizeBytes);
    }

    private static boolean isStrong(String tag) {
        return ETag.parse(tag).filter(parsed -> parsed.quoted().equals(tag)).isPresent();
    }

    /** All values of a header, of which there is one as a rule. */
    private static String only(PlatformResponse answer, String name) {
        return String.join(",", answer.headers(name));
    }
}
