package dev.ose.server.s3;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.QueryParameters;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which query parameters cross to a platform: those that S3 knows, and one of Ceph's that lets a listing come in any order.
 * Others are dropped, as S3 ignores them; a platform might not, since some put their administration there.
 */
final class QueryPolicy {

    private static final Set<String> PARAMETERS = Set.of(
            "allow-unordered",
            "attributes",
            "continuation-token",
            "delete",
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
            "response-cache-control",
            "response-content-disposition",
            "response-content-encoding",
            "response-content-language",
            "response-content-type",
            "response-expires",
            "restore",
            "select",
            "select-type",
            "start-after",
            "torrent",
            "upload-id-marker",
            "uploadId",
            "uploads",
            "version-id-marker",
            "versionId",
            "versions");

    /**
     * What selects a setting. None may be missing: without it, a request to delete the setting would delete the bucket, and
     * one to write it would overwrite the object.
     */
    private static final Set<String> SELECTORS = Stream.concat(
                    Arrays.stream(BucketSubresource.Action.values()).map(BucketSubresource.Action::selector),
                    Arrays.stream(ObjectSubresource.Action.values()).map(ObjectSubresource.Action::selector))
            .collect(Collectors.toUnmodifiableSet());

    private QueryPolicy() {}

    /** The parameters that the platform is to see, percent-encoded, in the client's order. */
    static String toPlatform(QueryParameters query) {
        if (query.parameters().isEmpty()) {
            return "";
        }
        StringBuilder encoded = new StringBuilder();
        Set<String> sent = new HashSet<>();
        for (QueryParameters.Parameter parameter : query.parameters()) {
            // The first of a name counts, here as in the typed operation; a platform might take the last.
            if (isOfS3(parameter.name()) && sent.add(parameter.name())) {
                if (!encoded.isEmpty()) {
                    encoded.append('&');
                }
                encoded.append(parameter.name());
                if (!parameter.value().isEmpty()) {
                    encoded.append('=').append(UriEncoding.encodeQuery(parameter.value()));
                }
            }
        }
        return encoded.toString();
    }

    private static boolean isOfS3(String name) {
        return PARAMETERS.contains(name) || SELECTORS.contains(name);
    }
}
