package dev.ose.s3.operation;

import java.util.List;

/**
 * A CORS preflight request.
 *
 * @param origin the Origin header as received
 * @param method the requested method
 * @param headers the requested headers, lower case, in their order
 */
public record CorsQuestion(String origin, S3Method method, List<String> headers) {

    public CorsQuestion {
        headers = List.copyOf(headers);
    }
}
