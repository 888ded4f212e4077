package dev.ose.server.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.access.BackOff;
import dev.ose.server.credential.Credentials;
import dev.ose.server.credential.NewSession;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.fairness.FairQueue;
import dev.ose.server.federation.TokenVerifier.Proof;
import dev.ose.server.federation.TokenVerifier.Why;
import dev.ose.server.tenancy.Provisioning;
import dev.ose.server.tenancy.Status;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.User;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets people act as users of a tenant whom an issuer that the tenant trusts vouches for. Every method blocks on the database,
 * and may block on the issuer.
 */
public final class WebIdentities {

    private static final int MOST_CHECKS = 16;

    /** A tenant whose issuer is silent must not take them all. */
    private static final int MOST_OF_TENANT = 4;

    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final IdentityProviderStore providers;
    private final TokenVerifier verifier;
    private final Provisioning provisioning;
    private final Credentials credentials;
    private final BackOff backOff;
    private final Semaphore checks = new Semaphore(MOST_CHECKS);
    private final FairQueue<FairQueue.Waiter> ofTenants = new FairQueue<>(0, MOST_OF_TENANT);

    public WebIdentities(
            IdentityProviderStore providers,
            TokenVerifier verifier,
            Provisioning provisioning,
            Credentials credentials,
            Clock clock) {
        this.providers = providers;
        this.verifier = verifier;
        this.provisioning = provisioning;
        this.credentials = credentials;
        this.backOff = new BackOff(clock);
    }

    /**
     * As whom somebody wants to act.
     *
     * @param source where the wish comes from; whoever shows bad tokens is told by it
     */
    public record Wish(TenantId tenant, String user, String source) {}

    /** What came of it. */
    public sealed interface Answer {

        /** A session, and by which token. */
        record Opened(User user, NewSession session, Proof.Proven proof) implements Answer {}

        /** Nothing. */
        record Refused(Why why) implements Answer {}
    }

    /**
     * Opens a session of the user if the token stands for it.
     *
     * @param policy the document that limits the session; null for all rights of the user
     * @throws FailureException {@code Invalid} (the policy, or too many sessions); {@code Busy} if too many bad tokens came from
     *     there, or too many tokens are being checked at the moment
     */
    public Answer open(Wish wish, Secret token, @Nullable String policy, Duration length) {
        // A tenant of its own each: whoever shares an address with others, as behind a load balancer, harms no other
        // tenant.
        String place = wish.source() + ' ' + wish.tenant();
        requireListening(backOff.remaining(place));
        Answer answer = answer(wish, check(wish, token), policy, length);
        switch (answer) {
            case Answer.Opened _ -> backOff.right(place);
            case Answer.Refused(Why why) -> {
                // Whose keys are not told is not the fault of who shows the token.
                if (why != Why.ISSUER_AWAY) {
                    backOff.wrong(place);
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

    /** A check may wait for an issuer: more than some at a time would leave no threads for anything else. */
    private Proof check(Wish wish, Secret token) {
        if (!ofTenants.lend(wish.tenant())) {
            throw new FailureException(new Failure.Busy(COME_BACK));
        }
        try {
            return checkInTurn(wish, token);
        } finally {
            ofTenants.giveBack(wish.tenant());
        }
    }

    private Proof checkInTurn(Wish wish, Secret token) {
        boolean isMine;
        try {
            isMine = checks.tryAcquire(COME_BACK.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            isMine = false;
        }
        if (!isMine) {
            throw new FailureException(new Failure.Busy(COME_BACK));
        }
        try {
            return verifier.verify(token, issuer -> providers.findByIssuer(wish.tenant(), issuer));
        } finally {
            checks.release();
        }
    }

    private Answer answer(Wish wish, Proof checked, @Nullable String policy, Duration length) {
        return switch (checked) {
            case Proof.Refused(Why why) -> new Answer.Refused(why);
            case Proof.Proven proof ->
                proof.provider()
                        .user(proof.claimed())
                        .filter(wish.user()::equals)
                        .flatMap(name -> activeUser(wish.tenant(), name))
                        .<Answer>map(user -> new Answer.Opened(
                                user, credentials.openSession(user.tenant(), user.id(), policy, length), proof))
                        .orElse(new Answer.Refused(Why.STRANGER));
        };
    }

    private Optional<User> activeUser(TenantId tenant, String name) {
        return provisioning
                .findUser(tenant, name)
                .filter(user -> user.status() == Status.ACTIVE
                        && provisioning.tenant(tenant).status() == Status.ACTIVE);
    }
}
