package dev.ose.server.platform.transport;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.PlatformRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Signs a request with its user's platform key at the moment of sending, so that waiting never ages a signature. */
final class RequestSigner {

    private static final String SERVICE = "s3";

    private final SigV4Signer signer = new SigV4Signer();
    private final Clock clock;
    private final Cache<KeyId, DerivedKey> derivedKeys =
            Caffeine.newBuilder().maximumSize(50_000).build();

    private record KeyId(String accessKey, CredentialScope scope) {}

    /** A signing key and its secret: after a rotation of the secret it must not be used. */
    private record DerivedKey(Secret origin, SigningKey key) {}

    RequestSigner(Clock clock) {
        this.clock = clock;
    }

    /** All headers to send, the signature's own included. */
    List<HeaderField> sign(PlatformRequest request) {
        PlatformKey key = request.key();
        return key == null ? unsigned(request) : sign(request, key);
    }

    private static List<HeaderField> unsigned(PlatformRequest request) {
        List<HeaderField> headers = new ArrayList<>(request.headers().size() + 2);
        headers.add(new HeaderField("Host", request.platform().s3Authority()));
        headers.addAll(request.headers());
        headers.add(new HeaderField("x-amz-content-sha256", request.payloadHash()));
        return headers;
    }

    private List<HeaderField> sign(PlatformRequest request, PlatformKey platformKey) {
        Platform platform = request.platform();
        Instant now = clock.instant();
        SigningKey key = signingKey(platformKey, CredentialScope.at(now, platform.region(), SERVICE));
        List<HeaderField> headers = new ArrayList<>(request.headers().size() + 5);
        headers.add(new HeaderField("Host", platform.s3Authority()));
        headers.addAll(request.headers());
        SigV4Signer.Signature signature = signer.sign(
                new OutgoingRequest(request.method(), request.path(), request.query(), headers, request.payloadHash()),
                new AccessKeyId(platformKey.accessKey()),
                key,
                now);
        headers.add(new HeaderField("x-amz-date", signature.amzDate()));
        headers.add(new HeaderField("x-amz-content-sha256", signature.contentSha256()));
        headers.add(new HeaderField("Authorization", signature.authorization()));
        return headers;
    }

    private SigningKey signingKey(PlatformKey platformKey, CredentialScope scope) {
        KeyId id = new KeyId(platformKey.accessKey(), scope);
        DerivedKey known = derivedKeys.getIfPresent(id);
        if (known != null && known.origin().equals(platformKey.secretKey())) {
            return known.key();
        }
        SigningKey key = platformKey.secretKey().use(bytes -> SigningKey.derive(bytes, scope));
        derivedKeys.put(id, new DerivedKey(platformKey.secretKey(), key));
        return key;
    }
}
