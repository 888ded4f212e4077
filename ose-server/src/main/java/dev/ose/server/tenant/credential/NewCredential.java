package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;

/** A credential just made, or whose secret was just replaced: the one time that the secret is shown. */
public record NewCredential(Credential credential, Secret secretKey) {}
