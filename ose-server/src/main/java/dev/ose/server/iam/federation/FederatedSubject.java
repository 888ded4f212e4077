package dev.ose.server.iam.federation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The subject of an issuer. Unlike a name, the pair is never reused for another person.
 *
 * @param issuer the issuer claim
 * @param id the {@code sub} claim
 */
public record FederatedSubject(String issuer, String id) {

    /** The limits of OpenID Connect; also what an index can hold. */
    private static final Pattern ID = Pattern.compile("[ -~]{1,255}");

    public FederatedSubject {
        if (!isUsable(id)) {
            throw new IllegalArgumentException("no id of a subject");
        }
    }

    /** Whether an id is within the limits of OpenID Connect. */
    public static boolean isUsable(String id) {
        return ID.matcher(id).matches();
    }

    /** The subject of a token; empty if its id exceeds the limits of OpenID Connect. */
    static Optional<FederatedSubject> of(TokenVerifier.Proof.Proven proof) {
        return isUsable(proof.subject())
                ? Optional.of(new FederatedSubject(proof.provider().issuer(), proof.subject()))
                : Optional.empty();
    }
}
