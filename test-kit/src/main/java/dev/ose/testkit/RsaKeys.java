package dev.ose.testkit;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.io.InputStream;
import java.text.ParseException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;

/**
 * RSA keys of 2,048 bits for issuers of tokens in tests, which protect nothing else. The search for the primes of one
 * takes a second, longer than most tests do, so that they are kept beside this class and given out in turn: those of
 * one test differ, since there are more than the issuers, and the keys that replace theirs, of any test.
 */
public final class RsaKeys {

    private static final Queue<JWK> KEYS = read();

    private RsaKeys() {}

    /** The next key, under this id. */
    public static synchronized RSAKey next(String id) {
        JWK key = KEYS.remove();
        KEYS.add(key);
        return new RSAKey.Builder(key.toRSAKey()).keyID(id).build();
    }

    private static Queue<JWK> read() {
        try (InputStream keys = Objects.requireNonNull(RsaKeys.class.getResourceAsStream("rsa-keys.json"))) {
            return new ArrayDeque<>(JWKSet.load(keys).getKeys());
        } catch (IOException | ParseException e) {
            throw new IllegalStateException("rsa-keys.json is part of this module", e);
        }
    }
}
