package dev.ose.server.iam.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The configurations of issuers for sign-ins, cached for five minutes: anyone can begin a sign-in, and must not cause a
 * request each time. A request that failed is not remembered. Keys are not found by them: an unknown key is looked for
 * at the issuer at once ({@link IssuerKeys}). Thread-safe.
 */
final class IssuerConfigurations {

    /** An issuer that changes an address serves the former one for longer. */
    private static final Duration LIFE = Duration.ofMinutes(5);

    /** In characters: those of some ten thousand issuers. */
    private static final long MAX_LENGTH = 4L << 20;

    private final IssuerAnswers answers;
    private final Cache<String, IssuerConfiguration> known = Caffeine.newBuilder()
            .maximumWeight(MAX_LENGTH)
            .<String, IssuerConfiguration>weigher((_, configuration) -> configuration.length())
            .expireAfterWrite(LIFE)
            .build();

    IssuerConfigurations(IssuerAnswers answers) {
        this.answers = answers;
    }

    /** The configuration of an issuer, which is asked if it is not cached. Blocks then. */
    IssuerConfiguration of(String issuer) throws IOException {
        Optional<IssuerConfiguration> cached = cached(issuer);
        if (cached.isPresent()) {
            return cached.get();
        }
        IssuerConfiguration configuration = IssuerConfiguration.of(issuer, answers);
        known.put(issuer, configuration);
        return configuration;
    }

    /** The configuration of an issuer, if it is cached. Does not block. */
    Optional<IssuerConfiguration> cached(String issuer) {
        return Optional.ofNullable(known.getIfPresent(issuer));
    }

    /** Has the next caller ask the issuer again. */
    void forget(String issuer) {
        known.invalidate(issuer);
    }
}
