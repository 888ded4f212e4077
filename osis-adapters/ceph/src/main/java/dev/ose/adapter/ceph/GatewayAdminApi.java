package dev.ose.adapter.ceph;

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
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Sends signed requests to the gateway's admin ops API. Blocks, at most for the configured timeout. Thread-safe. */
final class GatewayAdminApi implements AutoCloseable {

    /** Enough for the statistics of about ten thousand buckets, the longest answer. */
    private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;

    private final CephPlatformConfig config;
    private final Clock clock;
    private final PlatformHttp http;
    private final SigV4Signer signer = new SigV4Signer();

    GatewayAdminApi(CephPlatformConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES),
                config.tls(),
                config.routes());
    }

    /** The access key of the administrator. */
    String accessKey() {
        return config.administrator().accessKey();
    }

    /** The answer of the gateway. */
    AdminAnswer send(AdminRequest request) {
        OutboundAnswer answer = http.send(sign(request), request.callPurpose(), Repetition.ONCE);
        return new AdminAnswer(request, answer.status(), answer.body());
    }

    /** Fails unless the S3 service answers, even with a refusal: it may be another server, with another certificate. */
    void reachS3() {
        AdminRequest request = new AdminRequest("GET", "/", "", "serve S3");
        URI root = config.s3Endpoint().resolve("/");
        http.send(OutboundRequest.get(root), request.callPurpose(), Repetition.ONCE);
    }

    private OutboundRequest sign(AdminRequest request) {
        Instant now = clock.instant();
        CredentialScope scope = CredentialScope.at(now, config.region(), "s3");
        SigningKey key = config.administrator().secretKey().use(bytes -> SigningKey.derive(bytes, scope));
        URI endpoint = config.adminEndpoint();
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(
                        request.method(),
                        request.path(),
                        request.query(),
                        List.of(new HeaderField("Host", endpoint.getRawAuthority())),
                        PayloadHash.EMPTY_SHA256),
                new AccessKeyId(config.administrator().accessKey()),
                key,
                now);
        URI target = URI.create(
                endpoint.getScheme() + "://" + endpoint.getRawAuthority() + request.path() + '?' + request.query());
        return OutboundRequest.of(request.method(), target)
                .with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("Authorization", signature.authorization());
    }

    /** Aborts requests in progress. */
    @Override
    public void close() {
        http.close();
    }
}
