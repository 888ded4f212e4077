package dev.ose.server.runtime.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What is worth keeping of one finished request.
 *
 * @param requestId as the client saw it in {@code x-amz-request-id}
 * @param tenant the tenant's id; null before the caller was known
 * @param accessKey the access key id that the request named; null if it named none
 * @param operation the name that S3, IAM or STS gives to the operation, or {@code Unknown}
 * @param path the raw path; never the query, which may hold a signature
 * @param status HTTP status answered; 0 if the connection was cut before an answer
 * @param bytesIn declared length of the request's body
 * @param bytesOut bytes of the answer's body sent
 * @param durationNanos from the parsed head to the end of the exchange
 * @param platformNanos of it, how long the platform took to answer; 0 if it was not asked
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
