package dev.ose.server.iam.oidc;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The keys of issuers, cached for five minutes. A token with an unknown key triggers a new fetch, at most twice in half
 * a minute, so that new keys are valid at once and forged key ids cause no load on the issuer. One caller fetches and
 * the others wait; a fetch ends within twice {@link IssuerAnswers#TIMEOUT}, so a stuck one delays the next by at most
 * that.
 */
final class IssuerKeys implements AutoCloseable {

    private static final int MAX_ISSUERS = 1000;
    /** Longer than a fetch of another caller takes. */
    private static final Duration TIMEOUT = IssuerAnswers.TIMEOUT.multipliedBy(3);

    private final IssuerAnswers answers;
    private final LoadingCache<Address, JWKSource<SecurityContext>> known =
            Caffeine.newBuilder().maximumSize(MAX_ISSUERS).build(this::source);

    /**
     * The source of keys.
     *
     * @param isIssuer whether the URI is the issuer's, rather than that of its keys
     */
    private record Address(String uri, boolean isIssuer) {}

    IssuerKeys(IssuerAnswers answers) {
        this.answers = answers;
    }

    /**
     * The keys of an issuer, fetched when needed.
     *
     * @param keys where they are; null if the issuer's configuration states the address
     */
    JWKSource<SecurityContext> of(String issuer, @Nullable URI keys) {
        return known.get(keys == null ? new Address(issuer, true) : new Address(keys.toString(), false));
    }

    private JWKSource<SecurityContext> source(Address address) throws IOException {
        URI uri = URI.create(address.uri());
        return JWKSourceBuilder.create(
                        uri.toURL(), _ -> address.isIssuer() ? ofIssuer(address.uri()) : answers.fromConfigured(uri))
                .cache(JWKSourceBuilder.DEFAULT_CACHE_TIME_TO_LIVE, TIMEOUT.toMillis())
                .refreshAheadCache(false)
                .build();
    }

    /** The keys of an issuer, by its discovery document. */
    private Resource ofIssuer(String issuer) throws IOException {
        IssuerConfiguration configuration = IssuerConfiguration.of(issuer, answers);
        URI keys = configuration.address("jwks_uri");
        return configuration.isHere(keys) ? answers.fromConfigured(keys) : answers.fromForeign(keys);
    }

    @Override
    public void close() {
        answers.close();
    }
}
