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
 * @param operation the operation's name in S3, for failures and metrics
 * @param patient whether the platform may take minutes to answer, such as for a large copy
 */
public record PlatformRequest(Sender sender, Head head, Content content, String operation, boolean patient) {

    /**
     * The platform, and the account for which the request is sent.
     *
     * @param tenant the share that the connection is accounted to; null for OSE's own requests
     * @param key platform key of the user that sends the request; null to send it unsigned
     */
    public record Sender(
            Platform platform,
            @Nullable TenantId tenant,
            @Nullable PlatformKey key) {}

    /**
     * Request line and headers.
     *
     * @param path absolute path, percent-encoded ASCII
     * @param query percent-encoded ASCII without {@code ?}; empty if there is none
     * @param headers headers besides {@code Host}, {@code Content-Length} and the headers of the signature
     */
    public record Head(String method, String path, String query, List<HeaderField> headers) {

        public Head {
            headers = List.copyOf(headers);
        }
    }

    /**
     * The body, and how it is signed.
     *
     * @param payloadHash value of {@code x-amz-content-sha256}
     */
    public record Content(String payloadHash, PlatformRequestBody body) {

        /** Without a body. */
        public static final Content NONE = new Content(PayloadHash.EMPTY_SHA256, PlatformRequestBody.NONE);

        /** A body in memory, signed by its digest; must not be changed afterwards. */
        public static Content of(byte[] body) {
            return new Content(PayloadHash.Digest.of(body).hex(), new PlatformRequestBody.InMemory(body));
        }
    }

    /** A GET or HEAD of OSE's own, without body and further headers. */
    public static PlatformRequest question(
            Platform platform, PlatformKey key, String method, String path, String query, String operation) {
        return new PlatformRequest(
                new Sender(platform, null, key),
                new Head(method, path, query, List.of()),
                Content.NONE,
                operation,
                false);
    }

    /** The same with these headers. */
    public PlatformRequest withHeaders(List<HeaderField> others) {
        return new PlatformRequest(
                sender, new Head(head.method, head.path, head.query, others), content, operation, patient);
    }

    public Platform platform() {
        return sender.platform;
    }

    public @Nullable TenantId tenant() {
        return sender.tenant;
    }

    public @Nullable PlatformKey key() {
        return sender.key;
    }

    public String method() {
        return head.method;
    }

    public String path() {
        return head.path;
    }

    public String query() {
        return head.query;
    }

    public List<HeaderField> headers() {
        return head.headers;
    }

    public String payloadHash() {
        return content.payloadHash;
    }

    public PlatformRequestBody body() {
        return content.body;
    }

    /** Whether the request is safe to repeat, whatever the outcome of the first. */
    public boolean isSafe() {
        return method().equals("GET") || method().equals("HEAD");
    }
}
