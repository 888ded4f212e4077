package dev.ose.server.iam.oidc;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.Resource;
import dev.ose.server.iam.federation.IdentityProvider;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;

/**
 * The keys of issuers, cached for five minutes. A token with an unknown key triggers a new fetch, at most twice in half
 * a minute, so that new keys are valid at once and forged key ids cause no load on the issuer. One caller fetches and
 * the others wait; a fetch ends within twice {@link IssuerAnswers#TIMEOUT}, so a stuck one delays the next by at most
 * that.
 */
final class IssuerKeys implements AutoCloseable {

    private static final int MOST_ISSUERS = 1000;
    /** Longer than a fetch of another caller takes. */
    private static final Duration PATIENCE = IssuerAnswers.TIMEOUT.multipliedBy(3);

    private final IssuerAnswers answers;
    private final LoadingCache<Address, JWKSource<SecurityContext>> known =
            Caffeine.newBuilder().maximumSize(MOST_ISSUERS).build(this::source);

    /**
     * The source of keys.
     *
     * @param isIssuer whether the URI is the issuer's, rather than that of its keys
     */
    private record Address(String uri, boolean isIssuer) {}

    IssuerKeys(IssuerAnswers answers) {
        this.answers = answers;
    }

    /** The keys of the provider's issuer, fetched when needed. */
    JWKSource<SecurityContext> of(IdentityProvider provider) {
        URI keys = provider.keys();
        return known.get(keys == null ? new Address(provider.issuer(), true) : new Address(keys.toString(), false));
    }

    private JWKSource<SecurityContext> source(Address address) throws IOException {
        URI uri = URI.create(address.uri());
        return JWKSourceBuilder.create(
                        uri.toURL(), _ -> address.isIssuer() ? ofIssuer(address.uri()) : answers.fromConfigured(uri))
                .cache(JWKSourceBuilder.DEFAULT_CACHE_TIME_TO_LIVE, PATIENCE.toMillis())
                .refreshAheadCache(false)
                .build();
    }

    /** The keys of an issuer, by its discovery document. */
    private Resource ofIssuer(String issuer) throws IOException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        URI place = URI.create(base + "/.well-known/openid-configuration");
        try {
            var told = JSONObjectUtils.parse(answers.fromConfigured(place).getContent());
            if (!issuer.equals(JSONObjectUtils.getString(told, "issuer"))) {
                throw new IOException(place + " is about another issuer");
            }
            URI keys = URI.create(String.valueOf(JSONObjectUtils.getString(told, "jwks_uri")));
            if (isSameServer(keys, place)) {
                return answers.fromConfigured(keys);
            }
            if (!"https".equals(keys.getScheme())) {
                throw new IOException(place + " names keys without TLS");
            }
            return answers.fromForeign(keys);
        } catch (ParseException | IllegalArgumentException e) {
            throw new IOException(place + " is not an OpenID configuration", e);
        }
    }

    private static boolean isSameServer(URI one, URI other) {
        return String.valueOf(one.getScheme()).equals(other.getScheme())
                && String.valueOf(one.getAuthority()).equals(other.getAuthority());
    }

    @Override
    public void close() {
        answers.close();
    }
}
