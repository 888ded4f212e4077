package dev.ose.adapter.minio;

import dev.ose.adapter.Secret;
import dev.ose.adapter.http.OutboundAnswer;
import dev.ose.adapter.http.OutboundRequest;
import dev.ose.adapter.http.PlatformHttp;
import dev.ose.adapter.http.PlatformHttp.Repetition;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Sends the administrator's signed requests. Blocks, at most for the configured timeout. Thread-safe. */
final class MinioAdminApi implements AutoCloseable {

    /** Enough for the data usage of some twenty thousand buckets, the longest answer. */
    private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;

    private final MinioPlatformConfig config;
    private final Clock clock;
    private final SecureRandom random;
    private final PlatformHttp http;
    private final SigV4Signer signer = new SigV4Signer();

    MinioAdminApi(MinioPlatformConfig config, Clock clock, SecureRandom random) {
        this.config = config;
        this.clock = clock;
        this.random = random;
        MinioPlatformConfig.Connection connection = config.connection();
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(connection.connectTimeout(), connection.timeout(), MAX_ANSWER_BYTES),
                connection.tls(),
                connection.routes());
    }

    /** A request of the admin API. */
    MinioRequest request(String method, String name, String purpose) {
        return MinioRequest.admin(config.adminEndpoint(), method, name, purpose);
    }

    /** A request of S3. */
    MinioRequest s3Request(String method, String path, String purpose) {
        return MinioRequest.s3(config.s3Endpoint(), method, path, purpose);
    }

    /** The administrator's, with which bodies are encrypted. */
    Secret secretKey() {
        return config.administrator().secretKey();
    }

    /** The answer of MinIO. */
    MinioAnswer send(MinioRequest request) {
        byte[] body = request.isSealed() ? SealedBody.seal(secretKey(), request.body(), random) : request.body();
        OutboundAnswer answer = http.send(sign(request, body), request.callPurpose(), Repetition.ONCE);
        return new MinioAnswer(request, answer.status(), answer.body());
    }

    private OutboundRequest sign(MinioRequest request, byte[] body) {
        Instant now = clock.instant();
        CredentialScope scope = CredentialScope.at(now, config.region(), "s3");
        URI endpoint = request.endpoint();
        String query = request.query().isEmpty() ? "" : '?' + request.query();
        OutgoingRequest outgoing = new OutgoingRequest(
                request.method(),
                request.path(),
                request.query(),
                List.of(new HeaderField("Host", endpoint.getRawAuthority())),
                PayloadHash.Digest.of(body).hex());
        SigV4Signer.Signature signature = signer.sign(
                outgoing,
                new AccessKeyId(config.administrator().accessKey()),
                secretKey().use(bytes -> SigningKey.derive(bytes, scope)),
                now);
        OutboundRequest signed = OutboundRequest.of(
                        request.method(),
                        URI.create(endpoint.getScheme() + "://" + endpoint.getRawAuthority() + request.path() + query))
                .with("Authorization", signature.authorization())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("x-amz-date", signature.amzDate());
        // Some orders are refused with any other type.
        return body.length == 0 ? signed : signed.with(body, "application/octet-stream");
    }

    /** Aborts requests in progress. */
    @Override
    public void close() {
        http.close();
    }
}
