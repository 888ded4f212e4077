package dev.ose.it;

import static dev.ose.it.Comparison.Difference.differs;
import static dev.ose.it.Comparison.Difference.listsInstead;

import dev.ose.it.Comparison.Difference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the answers of a node differ from those of the Ceph object gateway, and why. */
final class CephDifferences {

    /** A node in front of the gateway: S3 is otherwise, and an answer of the gateway would mislead. */
    static final Map<String, Difference> IN_FRONT = known(
            steps(differs("S3 calls it MalformedXML", "<Code>"), "put a malformed ACL", "malformed document"),
            steps(
                    listsInstead("the gateway does not know ownership controls and lists the bucket"),
                    "ownership of an untouched bucket",
                    "ownership after BucketOwnerPreferred",
                    "ownership after ObjectWriter",
                    "ownership after Nonsense",
                    "ownership after BucketOwnerEnforced",
                    "ownership that was deleted"),
            steps(
                    differs(
                            "the gateway does not know ownership controls and creates the bucket again",
                            "<Code>",
                            "status"),
                    "put the ownership BucketOwnerPreferred",
                    "put the ownership ObjectWriter",
                    "put the ownership Nonsense",
                    "put the ownership BucketOwnerEnforced"),
            steps(
                    differs(
                            "the gateway does not know ownership controls and deletes the bucket if it is empty",
                            "<Code>",
                            "status"),
                    "delete the ownership"),
            steps(
                    differs(
                            "the gateway does not know GetObjectAttributes and serves the object",
                            "<Code>",
                            "body",
                            "cache-control",
                            "content-disposition",
                            "content-type",
                            "etag",
                            "status",
                            "x-amz-meta-colour"),
                    "attributes",
                    "attributes without a name",
                    "attributes of an odd name"),
            steps(
                    differs(
                            "the gateway does not know GetObjectAttributes and serves the object",
                            "<Code>",
                            "body",
                            "content-type",
                            "etag",
                            "status",
                            "x-amz-meta-colour"),
                    "attributes of parts"),
            steps(
                    differs("the gateway does not know GetObjectAttributes and serves the object", "<Code>", "status"),
                    "attributes of nothing"),
            steps(differs("S3 states the type of a document", "content-type"), "where is the bucket"),
            steps(
                    differs("the gateway ignores conditions on the source", "<Code>", "<ETag>", "status"),
                    "copy if it is another"),
            steps(
                    differs("S3 refuses a negative number", "<Code>", "<IsTruncated>", "<MaxKeys>", "<Name>", "status"),
                    "list max-keys=-1"),
            steps(
                    differs(
                            "S3 refuses a negative number",
                            "<Code>",
                            "<IsTruncated>",
                            "<KeyCount>",
                            "<MaxKeys>",
                            "<Name>",
                            "status"),
                    "list version 2 max-keys=-1"),
            steps(listsInstead("the gateway ignores encoding-type, which S3 checks"), "list encoding-type=other"),
            steps(
                    listsInstead("the gateway ignores encoding-type, which S3 checks", "<KeyCount>"),
                    "list version 2 encoding-type=other"),
            steps(
                    differs("the gateway completes the upload all the same", "<Bucket>", "<Code>", "<Key>", "status"),
                    "complete in the wrong order"),
            steps(
                    differs("the upload is completed there by the request before", "<Code>", "status"),
                    "complete with a part that is not there"),
            steps(
                    differs("the gateway leaves the ETag empty if the upload is completed already", "<ETag>"),
                    "complete"),
            steps(differs("S3 numbers parts from 1 to 10000", "<Code>", "status"), "put part 0", "put part 10001"));

    private static final Map<String, Difference> ONLY_EMBEDDED = known(
            steps(
                    differs("S3 takes the repetition for about a day", "<Code>", "content-type", "status"),
                    "abort it again"),
            steps(
                    differs(
                            "the bucket has no ACLs and the ACL is wrong, and each server states one of them",
                            "<Code>"),
                    "put an ACL that is none"),
            steps(
                    differs(
                            "the gateway does not know ownership controls and lists the bucket",
                            "<ETag>",
                            "<IsTruncated>",
                            "<Key>",
                            "<MaxKeys>",
                            "<Name>",
                            "<ObjectOwnership>",
                            "<Size>"),
                    "ownership of an untouched bucket",
                    "ownership after BucketOwnerPreferred",
                    "ownership after ObjectWriter",
                    "ownership after Nonsense",
                    "ownership after BucketOwnerEnforced"),
            steps(
                    differs(
                            "the gateway does not know ownership controls and creates the bucket again",
                            "<Code>",
                            "content-type",
                            "status"),
                    "put the ownership BucketOwnerPreferred",
                    "put the ownership ObjectWriter",
                    "put the ownership BucketOwnerEnforced"),
            steps(
                    differs("the gateway does not know ownership controls and creates the bucket again", "<Code>"),
                    "put the ownership Nonsense"),
            steps(
                    differs("the gateway has no ownership that forbids ACLs", "<Code>", "content-type", "status"),
                    "put a public ACL where there are none"),
            steps(
                    differs(
                            "the gateway does not know ownership controls and deletes the bucket if it is empty",
                            "<Code>",
                            "content-type",
                            "status"),
                    "delete the ownership"),
            steps(
                    differs(
                            "S3 answers 404 if it is unset",
                            "<BlockPublicAcls>",
                            "<BlockPublicPolicy>",
                            "<Code>",
                            "<IgnorePublicAcls>",
                            "<RestrictPublicBuckets>",
                            "status"),
                    "public access block of an untouched bucket",
                    "public access block that was deleted"),
            steps(differs("S3 answers 204", "status"), "delete the public access block"),
            steps(
                    differs(
                            "the gateway does not know GetObjectAttributes and serves the object",
                            "<ETag>",
                            "<ObjectSize>",
                            "body",
                            "cache-control",
                            "content-disposition",
                            "content-type",
                            "etag",
                            "x-amz-meta-colour"),
                    "attributes"),
            steps(
                    differs(
                            "the gateway does not know GetObjectAttributes and serves the object",
                            "<ETag>",
                            "<IsTruncated>",
                            "<MaxParts>",
                            "<ObjectSize>",
                            "<PartsCount>",
                            "body",
                            "content-type",
                            "etag",
                            "x-amz-meta-colour"),
                    "attributes of parts"),
            steps(differs("S3 documents NoSuchObjectLockConfiguration", "<Code>"), "legal hold of an object without"),
            steps(
                    differs("the gateway does not store checksums", "x-amz-checksum-crc32"),
                    "put with a checksum",
                    "get with a checksum"),
            steps(differs("S3 answers in the order of the request", "<Key>"), "delete several"),
            steps(
                    differs("S3 refuses what cannot be the id of a version", "<Code>", "status"),
                    "get a version that is none"),
            steps(
                    differs("S3 names the version of the delete marker", "version", "x-amz-delete-marker"),
                    "get what was deleted"),
            steps(
                    differs("S3 states the size with InvalidRange", "content-range"),
                    "get the range bytes=13-",
                    "get a range of nothing"),
            steps(
                    differs(
                            "RFC 9110 has a server ignore a range that is malformed, and S3 ignores several",
                            "<Code>",
                            "body",
                            "cache-control",
                            "content-disposition",
                            "content-type",
                            "etag",
                            "status",
                            "x-amz-meta-colour"),
                    "get the range bytes=5-4"),
            steps(
                    differs(
                            "RFC 9110 has a server ignore a range that is malformed, and S3 ignores several",
                            "body",
                            "content-range",
                            "status"),
                    "get the range bytes=a-b",
                    "get the range bytes=0-1,3-4"),
            steps(
                    differs(
                            "RFC 9110 has a server ignore a range that is malformed, and S3 ignores several",
                            "content-range"),
                    "get the range lines=0-1"),
            steps(
                    differs("RFC 9110 wants a 304 to repeat the validators", "cache-control", "etag"),
                    "get unless it is that",
                    "look unless it is that"),
            steps(differs("the ETag is quoted in S3", "<ETag>"), "copy an object", "copy with other metadata"),
            steps(
                    differs("S3 leaves slashes as they are", "<Key>"),
                    "list prefix=tree%2F&delimiter=%2F&encoding-type=url",
                    "list version 2 prefix=tree%2F&delimiter=%2F&encoding-type=url",
                    "list prefix=tree%2F&encoding-type=url",
                    "list version 2 prefix=tree%2F&encoding-type=url"),
            steps(
                    differs("S3 states the next marker only if there is a delimiter", "<NextMarker>"),
                    "list prefix=tree%2F&max-keys=2"),
            steps(
                    differs(
                            "the gateway ignores partNumber",
                            "body",
                            "content-range",
                            "status",
                            "x-amz-mp-parts-count"),
                    "get part 2 of it"));

    /** A node on its embedded platform. */
    static final Map<String, Difference> EMBEDDED = embedded();

    private CephDifferences() {}

    private static Map<String, Difference> embedded() {
        Map<String, Difference> known = new HashMap<>(IN_FRONT);
        // The embedded platform has attributes, so absence is found as the gateway finds it.
        known.remove("attributes of nothing");
        known.putAll(ONLY_EMBEDDED);
        return Map.copyOf(known);
    }

    private record Steps(Difference difference, List<String> names) {}

    private static Steps steps(Difference difference, String... names) {
        return new Steps(difference, List.of(names));
    }

    private static Map<String, Difference> known(Steps... steps) {
        return Stream.of(steps)
                .flatMap(each -> each.names().stream().map(name -> Map.entry(name, each.difference())))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
