package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;
import java.time.Instant;

/** A new session: its secret and token are not returned again. */
public record NewSession(Credential credential, Secret secretKey, Secret token) {

    /** When the session expires. */
    public Instant expiresAt() {
        Instant end = credential.terms().expiresAt();
        if (end == null) {
            throw new IllegalStateException("a session without an end");
        }
        return end;
    }
}
