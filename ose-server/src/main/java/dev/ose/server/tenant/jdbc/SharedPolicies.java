package dev.ose.server.tenant.jdbc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.policy.Policy;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.nio.charset.StandardCharsets;

/**
 * Parsed policies, shared while any identity refers to them: all keys of a user have the same up to 20, of up to 20 KiB
 * each. Keyed by digest, with weak references to the policies. Thread-safe.
 */
final class SharedPolicies {

    /** One for each cached key; policies beyond that are parsed again. */
    private static final int MAX = 200_000;

    private final Cache<String, Policy> known =
            Caffeine.newBuilder().weakValues().maximumSize(MAX).build();

    /** The parsed policy, as by {@link CredentialLimits#read}. */
    Policy read(String document) {
        String digest =
                PayloadHash.Digest.of(document.getBytes(StandardCharsets.UTF_8)).hex();
        return known.get(digest, text -> CredentialLimits.read(document));
    }
}
