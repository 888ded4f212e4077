package dev.ose.server.app.check;

import dev.ose.adapter.http.OutboundRequest;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Signs S3 requests that a node sends of its own. Thread-safe. */
public final class S3RequestSigner {

    private final SigV4Signer signer = new SigV4Signer();

    /**
     * The request with the headers of its signature, which covers method, address and payload hash.
     *
     * @param payloadHash a value of {@code x-amz-content-sha256}
     * @param key of the day of {@code now}
     */
    public OutboundRequest sign(
            OutboundRequest request, String payloadHash, AccessKeyId accessKey, SigningKey key, Instant now) {
        URI target = request.target();
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(
                        request.method(),
                        target.getRawPath(),
                        Objects.requireNonNullElse(target.getRawQuery(), ""),
                        List.of(new HeaderField("Host", target.getRawAuthority())),
                        payloadHash),
                accessKey,
                key,
                now);
        return request.with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("Authorization", signature.authorization());
    }
}
