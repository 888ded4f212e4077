package dev.ose.server.access;

import dev.ose.s3.policy.ContextKey;
import dev.ose.server.tenant.credential.Identity;
import java.time.Instant;
import java.util.List;

/** The policy condition keys about the caller, time and origin of a request, for any service. */
public record CallerFacts(Identity caller, RequestFacts request, Instant now) {

    /** The values of a key; empty if it concerns something else. */
    public List<String> values(ContextKey key) {
        return switch (key.name()) {
            case USER_ID -> List.of(caller.user().toString());
            case USER_NAME -> List.of(caller.userName());
            default -> request.values(key, now);
        };
    }
}
