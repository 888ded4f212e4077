package dev.ose.server.admin.s3;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.ResponseOverride;
import dev.ose.s3.sigv4.CredentialScope;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.s3.sigv4.OutgoingRequest;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.s3.sigv4.SigV4Signer;
import dev.ose.s3.sigv4.SigningKey;
import dev.ose.server.admin.access.link.LinkedObject;
import dev.ose.server.admin.json.Input;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.Identity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes links to objects. A link is signed with the reserved credential of its user: it ends with the user, and is
 * worth at each use what the user's policies are worth then. Whether the object is there is decided then, too.
 * Thread-safe.
 */
public final class Links {

    private static final String SERVICE = "s3";

    /**
     * Whatever the object says: caches between a client and S3, some of which ignore queries, must not send the object
     * to others, nor after the link was revoked.
     */
    private static final String NOT_KEPT =
            ResponseOverride.CACHE_CONTROL.parameter() + '=' + UriEncoding.encodeQuery("private, no-store");

    private static final Pattern UNPRINTED = Pattern.compile("[^A-Za-z0-9._ -]");

    private final S3Endpoint endpoint;
    private final Clock clock;
    private final SigV4Signer signer = new SigV4Signer();

    public Links(S3Endpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** A link and when it ends. */
    record Link(String url, Instant expiresAt) {}

    /**
     * A URL by which a browser stores the object as a file, worth what the user may do at each use. No cache keeps the
     * answer.
     *
     * @param lifetime at least a second
     */
    public String download(Identity user, LinkedObject object, Duration lifetime) {
        VersionId version = object.version();
        LinkRequest request = new LinkRequest(
                LinkRequest.Method.GET,
                object.bucket().value(),
                object.key().value(),
                version == null ? null : version.value(),
                lifetime.toSeconds(),
                null,
                attachment(object.fileName().stored()),
                null);
        return make(user, request, request.rawQuery() + '&' + NOT_KEPT).url();
    }

    /**
     * The key of an object that has a URL. One with {@code .} or {@code ..} between slashes has none: browsers and most
     * other clients remove such segments before they send a request, whose signature is then wrong. Fails with {@code
     * Invalid}.
     *
     * @param text as it was sent; null if it is missing
     * @see <a href="https://url.spec.whatwg.org/#path-state">How browsers read the path of a URL</a>
     */
    public static ObjectKey key(@Nullable String text) {
        ObjectKey key = ObjectKey.parse(Input.required("key", text))
                .orElseThrow(() -> invalid("must have 1 to " + ObjectKey.MAX_BYTES + " bytes and no NUL"));
        if (key.hasDotSegment()) {
            throw invalid("must have no . or .. between slashes: browsers remove them from the URL of the object");
        }
        return key;
    }

    private static FailureException invalid(String rule) {
        return new FailureException(new Failure.Invalid("key", rule));
    }

    /** The name twice: some clients read the plain one only, which takes no more than this. */
    private static String attachment(String name) {
        return "attachment; filename=\"" + UNPRINTED.matcher(name).replaceAll("_") + "\"; filename*=UTF-8''"
                + UriEncoding.encodeQuery(name);
    }

    /** The link of a checked request, in the name of the user. */
    Link make(Identity user, LinkRequest request) {
        return make(user, request, request.rawQuery());
    }

    private Link make(Identity user, LinkRequest request, String rawQuery) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<HeaderField> headers = new ArrayList<>(2);
        headers.add(new HeaderField("Host", endpoint.host()));
        if (request.contentType() != null) {
            headers.add(new HeaderField("Content-Type", request.contentType()));
        }
        OutgoingRequest linked = new OutgoingRequest(
                Objects.requireNonNull(request.method()).name(),
                request.rawPath(),
                rawQuery,
                headers,
                PayloadHash.Mode.UNSIGNED.wireValue());
        CredentialScope scope = CredentialScope.at(now, endpoint.region(), SERVICE);
        SigningKey key = user.key().secret().use(secret -> SigningKey.derive(secret, scope));
        String query = signer.presign(linked, user.accessKey(), key, now, request.lifetime(), null);
        return new Link(endpoint.url() + linked.rawPath() + '?' + query, now.plus(request.lifetime()));
    }
}
