package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Verifies OpenID Connect tokens. */
@FunctionalInterface
public interface TokenVerifier {

    /**
     * Verifies that the token was issued by a trusted provider, for one of its audiences, and is valid now, with a
     * minute of clock skew. Blocks on the database, and on the issuer if its keys are not cached.
     *
     * @param trusted finds the provider of an issuer
     */
    Proof verify(Secret token, Function<String, Optional<IdentityProvider>> trusted);

    /** The result of a verification. */
    sealed interface Proof {

        /**
         * The token is valid.
         *
         * @param claimed the value of the provider's claim; null if absent
         * @param newName the value of the claim with the name of a new user; null if absent
         * @param conditions values of condition keys: {@code sub}; {@code aud}, the authorized party if there is one;
         *     {@code oaud}, all audiences; {@code amr}, if present
         */
        record Proven(
                IdentityProvider provider,
                String subject,
                String audience,
                @Nullable String claimed,
                @Nullable String newName,
                Map<String, List<String>> conditions)
                implements Proof {

            public Proven {
                conditions = Map.copyOf(conditions);
            }
        }

        /** The token is invalid, or could not be verified. */
        record Refused(Why why) implements Proof {}
    }

    /** Why a token is refused. */
    enum Why {
        /** Not a token, of an untrusted issuer, for another audience, or modified. */
        INVALID,
        /** Expired. */
        EXPIRED,
        /** The issuer did not return its keys. */
        ISSUER_AWAY,
        /** The token does not map to the requested user, or the role does not trust it. */
        STRANGER,
        /** The token would create a user whose name is taken or reserved. */
        NAME_TAKEN,
        /** The token would exceed the provider's limit of users. */
        FULL
    }
}
