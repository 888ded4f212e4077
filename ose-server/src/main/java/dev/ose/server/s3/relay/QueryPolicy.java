package dev.ose.server.s3.relay;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.RequestParameters;

/**
 * The query parameters that are passed to a platform: those of S3, and Ceph's parameter for unordered listings. Others
 * are dropped: S3 ignores them, but a platform might not, because some have administrative parameters. Selectors of
 * settings always pass: without its selector, a request to delete a setting would delete the bucket, and one to write
 * it would overwrite the object.
 */
public final class QueryPolicy {

    private QueryPolicy() {}

    /** The parameters for the platform, percent-encoded, in the client's order. */
    public static String toPlatform(QueryParameters query) {
        if (query.parameters().isEmpty()) {
            return "";
        }
        StringBuilder encoded = new StringBuilder();
        for (QueryParameters.Parameter parameter : query.parameters()) {
            if (RequestParameters.areOfS3(parameter.name())) {
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
