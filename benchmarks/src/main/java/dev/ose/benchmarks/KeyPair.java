package dev.ose.benchmarks;

import dev.ose.adapter.Secret;

/** The key pair of a client. */
public record KeyPair(String accessKey, Secret secretKey) {

    /** For servers that check no signature. */
    public static final KeyPair ANY = new KeyPair("ANYBODYANYBODYANYBODY", Secret.of("of no worth"));
}
