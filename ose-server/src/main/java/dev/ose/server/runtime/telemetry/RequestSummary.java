package dev.ose.server.runtime.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The recorded facts of one finished request.
 *
 * @param requestId the {@code x-amz-request-id} sent to the client
 * @param operation the name of the operation in S3, IAM or STS, or {@code Unknown}
 * @param path the raw path; never the query, which may contain a signature
 * @param status the HTTP status sent; 0 if the connection was closed before a response
 * @param failure case of the failure; null on success
 */
public record RequestSummary(
        String requestId,
        Client client,
        String operation,
        String method,
        String path,
        int status,
        Cost cost,
        @Nullable String failure) {

    /**
     * The client.
     *
     * @param tenant the tenant's id; null before authentication
     * @param accessKey the access key id in the request; null if none
     */
    public record Client(
            String address,
            @Nullable String tenant,
            @Nullable String accessKey) {}

    /**
     * Bytes and time.
     *
     * @param bytesIn declared length of the request body
     * @param bytesOut bytes of the response body sent
     * @param nanos from the parsed head to the end of the exchange
     * @param platformNanos the part of it spent waiting for the platform; 0 without a platform request
     */
    public record Cost(long bytesIn, long bytesOut, long nanos, long platformNanos) {}
}
