package dev.ose.server.transfer;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.Platform;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to a platform's S3 service, before it is signed.
 *
 * @param tenant the share that the connection is accounted to; null for OSE's own requests
 * @param key platform key of the user that sends the request; null to send it unsigned
 * @param path absolute path, percent-encoded ASCII
 * @param query percent-encoded ASCII without {@code ?}; empty if there is none
 * @param headers headers besides {@code Host}, {@code Content-Length} and the headers of the signature
 * @param payloadHash value of {@code x-amz-content-sha256}
 * @param operation the operation's name in S3, for failures and metrics
 * @param patient whether the platform may take minutes to answer, such as for a large copy
 */
public record PlatformRequest(
        Platform platform,
        @Nullable TenantId tenant,
        @Nullable PlatformKey key,
        String method,
        String path,
        String query,
        List<HeaderField> headers,
        String payloadHash,
        PlatformRequestBody body,
        String operation,
        boolean patient) {

    /** A GET or HEAD of OSE's own, without body and further headers. */
    public static PlatformRequest question(
            Platform platform, PlatformKey key, String method, String path, String query, String operation) {
        return new PlatformRequest(
                platform,
                null,
                key,
                method,
                path,
                query,
                List.of(),
                PayloadHash.EMPTY_SHA256,
                PlatformRequestBody.NONE,
                operation,
                false);
    }

    /** The same with these headers. */
    public PlatformRequest withHeaders(List<HeaderField> others) {
        return others.equals(headers)
                ? this
                : new PlatformRequest(
                        platform, tenant, key, method, path, query, others, payloadHash, body, operation, patient);
    }

    public PlatformRequest {
        headers = List.copyOf(headers);
    }

    /** Whether the request is safe to repeat, whatever the outcome of the first. */
    public boolean isSafe() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
