package dev.ose.keeper.probe;

import dev.ose.adapter.http.OutboundRequest;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/** The signed request that probes S3. */
final class ProbeRequest {

    private static final SigV4Signer SIGNER = new SigV4Signer();

    private ProbeRequest() {}

    /**
     * Lists the buckets of the key pair's user.
     *
     * @param root of S3, with a slash at its end
     */
    static OutboundRequest listBuckets(URI root, KeyPairFile.KeyPair pair, String region, Instant now) {
        SigningKey key = pair.secretKey().use(bytes -> SigningKey.derive(bytes, CredentialScope.at(now, region, "s3")));
        SigV4Signer.Signature signature = SIGNER.sign(
                new OutgoingRequest(
                        "GET",
                        root.getRawPath(),
                        "",
                        List.of(new HeaderField("Host", root.getAuthority())),
                        PayloadHash.EMPTY_SHA256),
                new AccessKeyId(pair.accessKey()),
                key,
                now);
        return OutboundRequest.get(root)
                .with("x-amz-date", signature.amzDate())
                .with("x-amz-content-sha256", signature.contentSha256())
                .with("Authorization", signature.authorization());
    }
}
