package dev.ose.server.tenant;

import dev.ose.adapter.Secret;

/** A key pair of ours at the one moment when its secret may be shown. */
public record IssuedKey(String accessKey, Secret secretKey) {}
