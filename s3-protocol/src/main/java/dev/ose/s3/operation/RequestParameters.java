package dev.ose.s3.operation;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The known query parameters: those of S3, one of Ceph's, and OSE's own. S3 ignores every other name. Excludes the
 * parameters of signatures, which {@code dev.ose.s3.sigv4} reads.
 */
public final class RequestParameters {

    private static final Set<String> OF_S3 = Stream.of(
                    Selectors.ALL.stream(),
                    ResponseOverride.parameters(),
                    Stream.of(
                            "allow-unordered",
                            "continuation-token",
                            "delimiter",
                            "encoding-type",
                            "fetch-owner",
                            "id",
                            "key-marker",
                            "list-type",
                            "marker",
                            "max-keys",
                            "max-parts",
                            "max-uploads",
                            "part-number-marker",
                            "partNumber",
                            "prefix",
                            "select-type",
                            "start-after",
                            "upload-id-marker",
                            "uploadId",
                            "version-id-marker",
                            "versionId"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** Parameters of the node itself, which are not sent to platforms. */
    private static final Set<String> OF_NODE = Set.of(
            "all",
            "bucket-region",
            "delete-version",
            "filter",
            "folder",
            "include-descendants",
            "limit",
            "max-buckets",
            "offset",
            "order",
            "overwrite",
            "shared",
            "try-async");

    private RequestParameters() {}

    /** Whether a platform is to see the parameter of this name. */
    public static boolean areOfS3(String name) {
        return OF_S3.contains(name);
    }

    /** Whether the parameter has a meaning. */
    static boolean areKnown(String name) {
        return OF_S3.contains(name) || OF_NODE.contains(name);
    }
}
