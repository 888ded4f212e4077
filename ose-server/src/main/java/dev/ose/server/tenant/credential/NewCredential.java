package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;

/** A credential that was just created, or whose secret was just replaced: the secret is not returned again. */
public record NewCredential(Credential credential, Secret secretKey) {}
