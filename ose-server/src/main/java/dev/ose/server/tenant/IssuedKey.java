package dev.ose.server.tenant;

import dev.ose.adapter.Secret;

/** A new key pair, the only time that its secret is returned. */
public record IssuedKey(String accessKey, Secret secretKey) {}
