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
 * Opens sessions of users and roles for the bearers of tokens of trusted identity providers. Every method blocks on the
 * database, and may block on the issuer and, to create a user, on the platform.
 */
public final class WebIdentities {

    /** Each may wait for an issuer. */
    private static final int MAX_CHECKS = 16;

    /** A tenant with an unresponsive issuer must not occupy all of them. */
    private static final int MAX_OF_TENANT = 4;

    /** The number of refused tokens from which further ones of the same network and target are delayed. */
    private static final int TOO_MANY_REFUSED = 5;

    private final IdentityProviderStore providers;
    private final TokenVerifier verifier;
    private final JitUserProvisioning users;
    private final Credentials credentials;
    private final Roles roles;
    private final Clock clock;
    private final FailedAttemptLimiter backOff;
    private final ConcurrencyLimiter checks = new ConcurrencyLimiter(MAX_CHECKS, MAX_OF_TENANT);

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

    /** The user or role to act as. */
    public sealed interface As {

        TenantId tenant();

        /** The user that the token maps to. */
        record OfUser(TenantId tenant, String user) implements As {}

        /** A role that trusts the issuer. */
        record OfRole(RoleArn role) implements As {

            @Override
            public TenantId tenant() {
                return role.tenant();
            }
        }
    }

    /**
     * A requested session.
     *
     * @param session the name of the session
     * @param policy the session policy; null for all rights of the user or role
     * @param from the origin of the request, to which refused tokens are accounted
     */
    public record Wish(As as, String session, @Nullable String policy, Duration length, RequestFacts from) {}

    /** The network of a request, by {@link AddressRange#networkOf}, and its target. */
    private record Origin(Object network, As as) {}

    /** The result of a request. */
    public sealed interface Answer {

        /**
         * An open session, and the verified token.
         *
         * @param actor id of the user or role
         * @param user the user whose rights and account the session has
         */
        record Opened(UUID actor, UserId user, NewSession session, Proof.Proven proof) implements Answer {}

        /** No session. */
        record Refused(Why why) implements Answer {}
    }

    /**
     * Opens a session if the token maps to the user, or the role trusts it.
     *
     * @throws FailureException {@code Invalid} (the policy, the duration, or too many sessions); {@code Busy} if the
     *     origin sent too many refused tokens, or too many tokens are being verified, or users created, at the moment;
     *     a failure of the platform to create a user
     */
    public Answer open(Wish wish, Secret token) {
        // Tokens cannot be guessed, so trying other targets gains nothing, and clients behind a shared address, such as
        // a load balancer, delay only requests for the same target.
        Origin origin = new Origin(AddressRange.networkOf(wish.from().source()), wish.as());
        requireListening(backOff.remaining(origin));
        Answer answer = answer(wish, check(wish.as().tenant(), token));
        switch (answer) {
            case Answer.Opened _ -> backOff.right(origin);
            case Answer.Refused(Why why) -> {
                // Missing keys of an issuer are not the client's fault.
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
            case JitUserProvisioning.Found.Refused(Why why) -> new Answer.Refused(why);
            case JitUserProvisioning.Found.Active(User user) ->
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
                            role, principal(arn.tenant(), proof), wish.session(), wish.policy(), wish.length()),
                    proof);
        });
    }

    private String principal(TenantId tenant, Proof.Proven proof) {
        return users.whose(tenant, proof)
                .map(Credentials::principal)
                .orElseGet(() -> "token " + proof.provider().issuer() + ' ' + proof.subject());
    }
}
