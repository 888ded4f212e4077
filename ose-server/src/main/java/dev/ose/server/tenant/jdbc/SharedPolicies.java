package dev.ose.server.tenant.jdbc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.nio.charset.StandardCharsets;

/**
 * Policies that were read, each once for as long as anybody is limited by it: all keys of a user have the same up to 20, of up
 * to 20 KiB each. Knows texts by their digests alone, and holds on to nothing that nobody else holds. Thread-safe.
 */
final class SharedPolicies {

    /** One for each key that is remembered; what goes beyond is read once more. */
    private static final int MOST = 200_000;

    private final Cache<String, Policy> known =
            Caffeine.newBuilder().weakValues().maximumSize(MOST).build();

    /** The policy of that text, as {@link CredentialLimits#read} reads it. */
    Policy read(String document) {
        String digest =
                PayloadHash.Digest.of(document.getBytes(StandardCharsets.UTF_8)).hex();
        return known.get(digest, text -> CredentialLimits.read(document));
    }
}
