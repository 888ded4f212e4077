package dev.ose.s3.document;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * The elements of S3's listings and results of writes. Platforms add elements of their own, such as Ceph's {@code
 * Tenant} and {@code Type}, which would disclose the platform. Does not apply to documents with other roots: settings
 * are returned unchanged.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html">the
 *     answers of S3's operations</a>
 */
public final class AnswerVocabulary {

    private static final Set<String> ROOTS = Set.of(
            "AccessControlPolicy",
            "CompleteMultipartUploadResult",
            "CopyObjectResult",
            "CopyPartResult",
            "DeleteResult",
            "InitiateMultipartUploadResult",
            "ListBucketResult",
            "ListMultipartUploadsResult",
            "ListPartsResult",
            "ListVersionsResult");

    private static final Set<String> NAMES = Set.of(
            "AccessControlList",
            "Bucket",
            "ChecksumAlgorithm",
            "ChecksumCRC32",
            "ChecksumCRC32C",
            "ChecksumCRC64NVME",
            "ChecksumSHA1",
            "ChecksumSHA256",
            "ChecksumType",
            "Code",
            "CommonPrefixes",
            "Contents",
            "ContinuationToken",
            "DeleteMarker",
            "DeleteMarkerVersionId",
            "Deleted",
            "Delimiter",
            "DisplayName",
            "ETag",
            "EmailAddress",
            "EncodingType",
            "Error",
            "Grant",
            "Grantee",
            "ID",
            "Initiated",
            "Initiator",
            "IsLatest",
            "IsRestoreInProgress",
            "IsTruncated",
            "Key",
            "KeyCount",
            "KeyMarker",
            "LastModified",
            "Location",
            "Marker",
            "MaxKeys",
            "MaxParts",
            "MaxUploads",
            "Message",
            "Name",
            "NextContinuationToken",
            "NextKeyMarker",
            "NextMarker",
            "NextPartNumberMarker",
            "NextUploadIdMarker",
            "NextVersionIdMarker",
            "Owner",
            "Part",
            "PartNumber",
            "PartNumberMarker",
            "Permission",
            "Prefix",
            "RestoreExpiryDate",
            "RestoreStatus",
            "Size",
            "StartAfter",
            "StorageClass",
            "URI",
            "Upload",
            "UploadId",
            "UploadIdMarker",
            "Version",
            "VersionId",
            "VersionIdMarker");

    /** A power of two, so large that few names share a place. */
    private static final int PLACES = 512;

    private static final byte[][][] BY_PLACE = places();

    private AnswerVocabulary() {}

    /** Whether S3 has an element of that local name in documents of that root; so where it has none to compare with. */
    public static boolean knows(String root, String name) {
        return !ROOTS.contains(root) || ROOTS.contains(name) || NAMES.contains(name);
    }

    /** The same of a name that is part of some bytes, for a document of one of these roots. Allocates nothing. */
    static boolean knows(byte[] bytes, int from, int to) {
        for (byte[] name : BY_PLACE[place(bytes, from, to)]) {
            if (Arrays.equals(bytes, from, to, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    private static byte[][][] places() {
        byte[][][] places = new byte[PLACES][0][];
        for (Set<String> names : Set.of(ROOTS, NAMES)) {
            for (String name : names) {
                byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
                int place = place(bytes, 0, bytes.length);
                places[place] = Arrays.copyOf(places[place], places[place].length + 1);
                places[place][places[place].length - 1] = bytes;
            }
        }
        return places;
    }

    private static int place(byte[] bytes, int from, int to) {
        int hash = to - from;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return (hash ^ hash >>> 9) & PLACES - 1;
    }

    /**
     * Whether a document of one of these roots has a name that S3 does not have. One walk over the bytes, which looks
     * at the names of opening tags alone.
     */
    public static boolean hasForeignNames(byte[] document) {
        boolean isRootKnown = false;
        for (int i = 0; i + 1 < document.length; i++) {
            if (document[i] != '<' || !isNameStart(document[i + 1])) {
                continue;
            }
            int from = i + 1;
            int to = from;
            while (to < document.length && !isNameEnd(document[to])) {
                if (document[to] == ':') {
                    from = to + 1;
                }
                to++;
            }
            boolean isKnown = knows(document, from, to);
            if (!isRootKnown) {
                if (!isKnown || !ROOTS.contains(new String(document, from, to - from, StandardCharsets.US_ASCII))) {
                    return false;
                }
                isRootKnown = true;
            } else if (!isKnown) {
                return true;
            }
            i = to - 1;
        }
        return false;
    }

    private static boolean isNameStart(byte b) {
        return b != '/' && b != '?' && b != '!';
    }

    private static boolean isNameEnd(byte b) {
        return b == '>' || b == '/' || b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
