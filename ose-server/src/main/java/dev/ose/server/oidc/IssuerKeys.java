package dev.ose.server.oidc;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.Resource;
import dev.ose.server.federation.IdentityProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;

/**
 * The keys of issuers, remembered for five minutes. A token of a key that is not among them has the issuer asked again, at
 * most twice in half a minute, so that new keys count at once and made-up ones bring the issuer no load.
 */
final class IssuerKeys {

    private static final int MOST_ISSUERS = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final IssuerAnswers answers = new IssuerAnswers();
    private final LoadingCache<Address, JWKSource<SecurityContext>> known =
            Caffeine.newBuilder().maximumSize(MOST_ISSUERS).build(this::source);

    /**
     * Where keys come from.
     *
     * @param isIssuer whether it is the issuer's address, and not that of its keys
     */
    private record Address(String uri, boolean isIssuer) {}

    /** The keys of the provider's issuer, which is asked when one is wanted. */
    JWKSource<SecurityContext> of(IdentityProvider provider) {
        URI keys = provider.keys();
        return known.get(keys == null ? new Address(provider.issuer(), true) : new Address(keys.toString(), false));
    }

    private JWKSource<SecurityContext> source(Address address) throws IOException {
        URL url = URI.create(address.uri()).toURL();
        return JWKSourceBuilder.create(url, it -> keys(address, it))
                .cache(JWKSourceBuilder.DEFAULT_CACHE_TIME_TO_LIVE, PATIENCE.toMillis())
                .refreshAheadCache(false)
                .build();
    }

    private Resource keys(Address address, URL url) throws IOException {
        return address.isIssuer() ? answers.retrieveResource(keysOf(address.uri())) : answers.retrieveResource(url);
    }

    /** Where the issuer says that its keys are. */
    private URL keysOf(String issuer) throws IOException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        URI place = URI.create(base + "/.well-known/openid-configuration");
        try {
            var told = JSONObjectUtils.parse(
                    answers.retrieveResource(place.toURL()).getContent());
            if (!issuer.equals(JSONObjectUtils.getString(told, "issuer"))) {
                throw new IOException(place + " is about another issuer");
            }
            URI keys = URI.create(String.valueOf(JSONObjectUtils.getString(told, "jwks_uri")));
            if (!"https".equals(keys.getScheme()) && !isSameServer(keys, place)) {
                throw new IOException(place + " tells of keys without TLS");
            }
            return keys.toURL();
        } catch (ParseException | IllegalArgumentException e) {
            throw new IOException(place + " is not an OpenID configuration", e);
        }
    }

    private static boolean isSameServer(URI one, URI other) {
        return String.valueOf(one.getScheme()).equals(other.getScheme())
                && String.valueOf(one.getAuthority()).equals(other.getAuthority());
    }
}
