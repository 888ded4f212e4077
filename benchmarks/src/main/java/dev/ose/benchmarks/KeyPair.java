package dev.ose.benchmarks;

import dev.ose.adapter.Secret;

/** The key pair of a client. */
record KeyPair(String accessKey, Secret secretKey) {

    /** For servers that check no signature. */
    static final KeyPair ANY = new KeyPair("ANYBODYANYBODYANYBODY", Secret.of("of no worth"));
}
