package dev.ose.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * RSA keys of 2,048 bits for issuers of tokens in tests. The search for the primes of one takes longer than most tests
 * do, so that a process makes a few and gives them out in turn: those of one test differ.
 */
final class RsaKeys {

    /** More than the issuers, and the keys that replace theirs, of any test. */
    private static final int KEPT = 6;

    private static final int BITS = 2048;
    private static final Queue<RSAKey> KEYS = new ArrayDeque<>();

    private RsaKeys() {}

    /** The next key, under this id. */
    static synchronized RSAKey next(String id) {
        RSAKey key = KEYS.size() < KEPT ? make() : KEYS.remove();
        KEYS.add(key);
        return new RSAKey.Builder(key).keyID(id).build();
    }

    private static RSAKey make() {
        try {
            return new RSAKeyGenerator(BITS).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has RSA", e);
        }
    }
}
