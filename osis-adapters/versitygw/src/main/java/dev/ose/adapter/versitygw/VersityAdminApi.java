package dev.ose.adapter.versitygw;

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
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Sends the administrator's signed requests. Blocks, at most for the configured timeout. Thread-safe. */
final class VersityAdminApi implements AutoCloseable {

    /** Enough for the accounts of some fifty thousand users, the longest answer. */
    private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;

    private final VersityPlatformConfig config;
    private final Clock clock;
    private final PlatformHttp http;
    private final SigV4Signer signer = new SigV4Signer();

    VersityAdminApi(VersityPlatformConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.http = new PlatformHttp(
                new PlatformHttp.Bounds(config.connectTimeout(), config.timeout(), MAX_ANSWER_BYTES),
                config.tls(),
                config.routes());
    }

    URI admin() {
        return config.adminEndpoint();
    }

    URI s3() {
        return config.s3Endpoint();
    }

    /** The answer of the gateway. */
    VersityAnswer send(VersityRequest request) {
        OutboundAnswer answer = http.send(sign(request), request.callPurpose(), Repetition.ONCE);
        return new VersityAnswer(request, answer.status(), answer.body());
    }

    private OutboundRequest sign(VersityRequest request) {
        Instant now = clock.instant();
        CredentialScope scope = CredentialScope.at(now, config.region(), "s3");
        Secret secretKey = config.administrator().secretKey();
        SigningKey key = secretKey.use(bytes -> SigningKey.derive(bytes, scope));
        URI endpoint = request.endpoint();
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(
                        request.method(),
                        request.path(),
                        request.query(),
                        List.of(new HeaderField("Host", endpoint.getRawAuthority())),
                        PayloadHash.Digest.of(request.body()).hex()),
                new AccessKeyId(config.administrator().accessKey()),
                key,
                now);
        String query = request.query().isEmpty() ? "" : '?' + request.query();
        URI target = URI.create(endpoint.getScheme() + "://" + endpoint.getRawAuthority() + request.path() + query);
        OutboundRequest signed = OutboundRequest.of(request.method(), target)
                .with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("Authorization", signature.authorization());
        return request.body().length == 0 ? signed : signed.with(request.body(), "application/xml");
    }

    /** Aborts requests in progress. */
    @Override
    public void close() {
        http.close();
    }
}
