package dev.ose.server.bucket.logging;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.server.tenant.CanonicalId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an access log states about one finished request. Texts of the client are as they came, one octet per char.
 *
 * @param at when the request began
 * @param requester null for a caller without a valid credential
 */
public record AccessRecord(Instant at, @Nullable CanonicalId requester, Client client, Request request, Answer answer) {

    /**
     * Where the request came from.
     *
     * @param host value of its header {@code Host}
     * @param tls null over plain HTTP
     */
    public record Client(
            String address,
            @Nullable String referer,
            @Nullable String userAgent,
            @Nullable String host,
            @Nullable Tls tls) {}

    /** Cipher suite and version of TLS, as Java names them. */
    public record Tls(String cipherSuite, String protocol) {}

    /**
     * What was asked for.
     *
     * @param operation as {@link LoggedOperation} names it
     * @param signature null for a request without a signature
     */
    public record Request(
            String operation,
            @Nullable ObjectKey key,
            @Nullable VersionId version,
            String method,
            String path,
            String query,
            String protocol,
            @Nullable Signature signature) {}

    /** The version of a signature, and where it stands. */
    public record Signature(String version, Place place) {

        /** The places of a signature. */
        public enum Place {
            HEADER("AuthHeader"),
            QUERY("QueryString");

            private final String text;

            Place(String text) {
                this.text = text;
            }

            /** As an access log names it. */
            String text() {
                return text;
            }
        }
    }

    /**
     * What was answered.
     *
     * @param status 0 if the connection ended before an answer
     * @param error code of the error; null on success
     * @param objectBytes size of the object; negative if unknown
     * @param turnAround until the platform answered
     */
    public record Answer(
            String requestId,
            String hostId,
            int status,
            @Nullable String error,
            long bytesSent,
            long objectBytes,
            Duration total,
            Duration turnAround) {}
}
