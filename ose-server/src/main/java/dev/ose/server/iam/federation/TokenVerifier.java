package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Proves tokens of OpenID Connect. */
@FunctionalInterface
public interface TokenVerifier {

    /**
     * Whether the token was made by one of those who are trusted, for one of its audiences, and holds now, give or take a
     * minute. Blocks on the database, and on the issuer if its keys are not known yet.
     *
     * @param trusted finds the provider of that issuer
     */
    Proof verify(Secret token, Function<String, Optional<IdentityProvider>> trusted);

    /** What came of it. */
    sealed interface Proof {

        /**
         * It is good.
         *
         * @param claimed the value of the provider's claim; null if there is none
         * @param newName the value of the claim that names the provider's new users; null if there is none
         * @param conditions what conditions may ask for: {@code sub}; {@code aud}, the party that it was made for where one is
         *     named; {@code oaud}, all whom it was made for; {@code amr}, if there is any
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

        /** It is not, or nobody can tell. */
        record Refused(Why why) implements Proof {}
    }

    /** Why a token is refused. */
    enum Why {
        /** It is no token, of nobody who is trusted, made for somebody else, or was changed. */
        INVALID,
        /** It was good once. */
        EXPIRED,
        /** Its issuer did not tell its keys. */
        ISSUER_AWAY,
        /** It does not say whom it stands for, or for nobody who was asked for, or the role does not trust it. */
        STRANGER,
        /** It would make a user of a name that somebody else has or is meant by. */
        NAME_TAKEN,
        /** It would make one user more than its provider may. */
        FULL
    }
}
