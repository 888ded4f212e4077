package dev.ose.server.tenant.credential;

import dev.ose.adapter.Secret;
import java.time.Instant;

/** A session just opened: the one time that its secret and its token are shown. */
public record NewSession(Credential credential, Secret secretKey, Secret token) {

    /** When it ends. */
    public Instant expiresAt() {
        Instant end = credential.expiresAt();
        if (end == null) {
            throw new IllegalStateException("a session without an end");
        }
        return end;
    }
}
