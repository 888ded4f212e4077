package dev.ose.server.iam.federation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Somebody as an issuer knows him: by what is never another one's, unlike names.
 *
 * @param issuer as its tokens name it
 * @param id what {@code sub} says
 */
public record FederatedSubject(String issuer, String id) {

    /** As OpenID Connect has them; also what an index can hold. */
    private static final Pattern ID = Pattern.compile("[ -~]{1,255}");

    public FederatedSubject {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("no id of a subject");
        }
    }

    /** The subject of a token; empty if its id is longer than OpenID Connect allows, or of other letters. */
    static Optional<FederatedSubject> of(TokenVerifier.Proof.Proven proof) {
        return ID.matcher(proof.subject()).matches()
                ? Optional.of(new FederatedSubject(proof.provider().issuer(), proof.subject()))
                : Optional.empty();
    }
}
