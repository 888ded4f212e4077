package dev.ose.server.s3.relay;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.operation.QueryParameters;
import dev.ose.s3.operation.RequestParameters;

/**
 * Which query parameters cross to a platform: those that S3 knows, and one of Ceph's that lets a listing come in any
 * order. Others are dropped, as S3 ignores them; a platform might not, since some put their administration there. What
 * selects a setting crosses without exception: without it, a request to delete the setting would delete the bucket, and
 * one to write it would overwrite the object.
 */
public final class QueryPolicy {

    private QueryPolicy() {}

    /** The parameters that the platform is to see, percent-encoded, in the client's order. */
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
