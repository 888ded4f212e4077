package dev.ose.server.admin.s3;

import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.tenant.credential.Identity;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes links to objects. A link is signed with the reserved credential of its user: it ends with the user, and is
 * worth at each use what the user's policies are worth then. Whether the object is there is decided then, too.
 * Thread-safe.
 */
public final class Links {

    private static final String SERVICE = "s3";

    private final S3Endpoint endpoint;
    private final Clock clock;
    private final SigV4Signer signer = new SigV4Signer();

    public Links(S3Endpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** A link and when it ends. */
    record Link(String url, Instant expiresAt) {}

    /** The link of a checked request, in the name of the user. */
    Link make(Identity user, LinkRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<HeaderField> headers = new ArrayList<>(2);
        headers.add(new HeaderField("Host", endpoint.host()));
        if (request.contentType() != null) {
            headers.add(new HeaderField("Content-Type", request.contentType()));
        }
        OutgoingRequest linked = new OutgoingRequest(
                Objects.requireNonNull(request.method()).name(),
                request.rawPath(),
                request.rawQuery(),
                headers,
                PayloadHash.Mode.UNSIGNED.wireValue());
        CredentialScope scope = CredentialScope.at(now, endpoint.region(), SERVICE);
        SigningKey key = user.key().secret().use(secret -> SigningKey.derive(secret, scope));
        String query = signer.presign(linked, user.accessKey(), key, now, request.lifetime(), null);
        return new Link(endpoint.url() + linked.rawPath() + '?' + query, now.plus(request.lifetime()));
    }
}
