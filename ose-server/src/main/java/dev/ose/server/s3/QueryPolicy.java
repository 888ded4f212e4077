package dev.ose.server.s3;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.operation.QueryParameters;
import java.util.HashSet;
import java.util.Set;

/**
 * Which query parameters cross to a platform: those that S3 knows. Others are dropped, as S3 ignores them; a platform
 * might not, since some put their administration there.
 */
final class QueryPolicy {

    private static final Set<String> PARAMETERS = Set.of(
            "accelerate",
            "acl",
            "analytics",
            "attributes",
            "continuation-token",
            "cors",
            "delete",
            "delimiter",
            "encoding-type",
            "encryption",
            "fetch-owner",
            "id",
            "intelligent-tiering",
            "inventory",
            "key-marker",
            "legal-hold",
            "lifecycle",
            "list-type",
            "location",
            "logging",
            "marker",
            "max-keys",
            "max-parts",
            "max-uploads",
            "metrics",
            "notification",
            "object-lock",
            "ownershipControls",
            "part-number-marker",
            "partNumber",
            "policy",
            "policyStatus",
            "prefix",
            "publicAccessBlock",
            "replication",
            "requestPayment",
            "response-cache-control",
            "response-content-disposition",
            "response-content-encoding",
            "response-content-language",
            "response-content-type",
            "response-expires",
            "restore",
            "retention",
            "select",
            "select-type",
            "start-after",
            "tagging",
            "torrent",
            "upload-id-marker",
            "uploadId",
            "uploads",
            "version-id-marker",
            "versionId",
            "versioning",
            "versions",
            "website");

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
            if (PARAMETERS.contains(parameter.name()) && sent.add(parameter.name())) {
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
}
