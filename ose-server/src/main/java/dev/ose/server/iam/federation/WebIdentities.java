package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.s3.policy.EvaluationBudget;
import dev.ose.server.access.FailedAttemptLimiter;
import dev.ose.server.access.RequestFacts;
import dev.ose.server.iam.federation.TokenVerifier.Proof;
import dev.ose.server.iam.federation.TokenVerifier.Why;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.NewSession;
import dev.ose.server.tenant.credential.Roles;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets people act as users and in roles of a tenant whom an issuer that the tenant trusts vouches for. Every method blocks on the database,
 * and may block on the issuer and, to make a user, on the platform.
 */
public final class WebIdentities {

    /** Each may wait for an issuer. */
    private static final int MOST_CHECKS = 16;

    /** A tenant whose issuer is silent must not take them all. */
    private static final int MOST_OF_TENANT = 4;

    /** From which refused token on those of the same place that want the same have to wait. */
    private static final int TOO_MANY_REFUSED = 5;

    private final IdentityProviderStore providers;
    private final TokenVerifier verifier;
    private final JitUserProvisioning users;
    private final Credentials credentials;
    private final Roles roles;
    private final Clock clock;
    private final FailedAttemptLimiter backOff;
    private final ConcurrencyLimiter checks = new ConcurrencyLimiter(MOST_CHECKS, MOST_OF_TENANT);

    public WebIdentities(
            IdentityProviderStore providers,
            TokenVerifier verifier,
            JitUserProvisioning users,
            Credentials credentials,
            Roles roles,
            Clock clock) {
        this.providers = providers;
        this.verifier = verifier;
        this.users = users;
        this.credentials = credentials;
        this.roles = roles;
        this.clock = clock;
        this.backOff = new FailedAttemptLimiter(clock, TOO_MANY_REFUSED);
    }

    /** As whom somebody wants to act. */
    public sealed interface As {

        TenantId tenant();

        /** As the user for whom the token stands. */
        record OfUser(TenantId tenant, String user) implements As {}

        /** As a role that trusts the issuer. */
        record OfRole(RoleArn role) implements As {

            @Override
            public TenantId tenant() {
                return role.tenant();
            }
        }
    }

    /**
     * What somebody wants.
     *
     * @param session the name that the session is to have
     * @param policy the document that limits the session; null for all rights of user or role
     * @param from where the wish comes from; whoever shows bad tokens is told by it
     */
    public record Wish(As as, String session, @Nullable String policy, Duration length, RequestFacts from) {}

    /** Where a token came from, as {@link AddressRange#networkOf} has it, and for what. */
    private record Origin(Object network, As as) {}

    /** What came of it. */
    public sealed interface Answer {

        /**
         * A session, and by which token.
         *
         * @param actor id of the user or role
         * @param user whose rights it has, and on whose account it was opened
         */
        record Opened(UUID actor, UserId user, NewSession session, Proof.Proven proof) implements Answer {}

        /** Nothing. */
        record Refused(Why why) implements Answer {}
    }

    /**
     * Opens a session if the token stands for the user, or the role trusts it.
     *
     * @throws FailureException {@code Invalid} (the policy, the length, or too many sessions); {@code Busy} if too many bad tokens
     *     came from there, or too many tokens are being checked, or users made, at the moment; what keeps the platform from making
     *     a user
     */
    public Answer open(Wish wish, Secret token) {
        // Tokens cannot be guessed: nobody gets further by another role, and whoever shares an address with others, as
        // behind a load balancer, harms only those that want the same.
        Origin origin = new Origin(AddressRange.networkOf(wish.from().source()), wish.as());
        requireListening(backOff.remaining(origin));
        Answer answer = answer(wish, check(wish.as().tenant(), token));
        switch (answer) {
            case Answer.Opened _ -> backOff.right(origin);
            case Answer.Refused(Why why) -> {
                // Whose keys are not told is not the fault of who shows the token.
                if (why != Why.ISSUER_AWAY) {
                    backOff.wrong(origin);
                }
            }
        }
        return answer;
    }

    private static void requireListening(Duration remaining) {
        if (remaining.isPositive()) {
            throw new FailureException(new Failure.Busy(remaining));
        }
    }

    private Proof check(TenantId tenant, Secret token) {
        return checks.take(tenant, () -> verifier.verify(token, issuer -> providers.findByIssuer(tenant, issuer)));
    }

    private Answer answer(Wish wish, Proof checked) {
        return switch (checked) {
            case Proof.Refused(Why why) -> new Answer.Refused(why);
            case Proof.Proven proof ->
                switch (wish.as()) {
                    case As.OfUser as -> asUser(wish, as, proof);
                    case As.OfRole(RoleArn role) -> asRole(wish, role, proof).orElse(new Answer.Refused(Why.STRANGER));
                };
        };
    }

    private Answer asUser(Wish wish, As.OfUser as, Proof.Proven proof) {
        return switch (users.find(as, proof)) {
            case JitUserProvisioning.Found.Nobody(Why why) -> new Answer.Refused(why);
            case JitUserProvisioning.Found.Somebody(User user) ->
                new Answer.Opened(
                        user.id().value(),
                        user.id(),
                        credentials.openSession(user.tenant(), user.id(), wish.policy(), wish.length()),
                        proof);
        };
    }

    private Optional<Answer> asRole(Wish wish, RoleArn arn, Proof.Proven proof) {
        TokenClaims facts =
                new TokenClaims(wish.from(), clock.instant(), wish.session(), proof, new EvaluationBudget());
        return roles.findForToken(arn, proof.provider().issuer(), facts).map(role -> {
            if (wish.length().compareTo(role.longest()) > 0) {
                throw new FailureException(
                        new Failure.Invalid("DurationSeconds", "exceeds the MaxSessionDuration of the role"));
            }
            return new Answer.Opened(
                    role.id(),
                    role.actsAs(),
                    credentials.openSession(
                            role, opener(arn.tenant(), proof), wish.session(), wish.policy(), wish.length()),
                    proof);
        });
    }

    private String opener(TenantId tenant, Proof.Proven proof) {
        return users.whose(tenant, proof)
                .map(Credentials::opener)
                .orElseGet(() -> "token " + proof.provider().issuer() + ' ' + proof.subject());
    }
}
