package dev.ose.s3.operation;

import java.util.List;

/**
 * What a browser asks before it sends a request of another origin.
 *
 * @param origin the Origin header as received
 * @param method the method it wants to use
 * @param headers the headers it wants to send, lower case, in their order
 */
public record CorsQuestion(String origin, S3Method method, List<String> headers) {

    public CorsQuestion {
        headers = List.copyOf(headers);
    }
}
