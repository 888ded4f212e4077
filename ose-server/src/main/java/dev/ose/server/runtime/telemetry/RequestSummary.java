package dev.ose.server.runtime.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The recorded facts of one finished request.
 *
 * @param requestId the {@code x-amz-request-id} sent to the client
 * @param tenant the tenant's id; null before authentication
 * @param accessKey the access key id in the request; null if none
 * @param operation the name of the operation in S3, IAM or STS, or {@code Unknown}
 * @param path the raw path; never the query, which may contain a signature
 * @param status the HTTP status sent; 0 if the connection was closed before a response
 * @param bytesIn declared length of the request body
 * @param bytesOut bytes of the response body sent
 * @param durationNanos from the parsed head to the end of the exchange
 * @param platformNanos the part of it spent waiting for the platform; 0 without a platform request
 * @param failure case of the failure; null on success
 */
public record RequestSummary(
        String requestId,
        @Nullable String tenant,
        @Nullable String accessKey,
        String operation,
        String method,
        String path,
        String peer,
        int status,
        long bytesIn,
        long bytesOut,
        long durationNanos,
        long platformNanos,
        @Nullable String failure) {}
