package dev.ose.adapter;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A secret that cannot leak by accident: it prints as {@code ***}, compares in constant time and lends its bytes only
 * to a callback. Immutable and thread-safe.
 */
public final class Secret {

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes a copy of {@code bytes}. */
    public static Secret of(byte[] bytes) {
        return new Secret(bytes.clone());
    }

    /** Takes the UTF-8 bytes of {@code characters}. */
    public static Secret of(CharSequence characters) {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(characters));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return new Secret(bytes);
    }

    /** Lends a copy of the bytes to {@code use}; the copy is zeroed afterwards, so {@code use} must not keep it. */
    public <T> T use(Function<byte[], T> use) {
        byte[] copy = bytes.clone();
        try {
            return use.apply(copy);
        } finally {
            Arrays.fill(copy, (byte) 0);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes, secret.bytes);
    }

    /** The same for every secret, so that not even a hash of it can leak into a log or a heap histogram. */
    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "***";
    }
}
