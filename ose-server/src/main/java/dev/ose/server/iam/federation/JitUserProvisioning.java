package dev.ose.server.iam.federation;

import dev.ose.server.iam.federation.FederatedUserStore.Binding;
import dev.ose.server.iam.federation.FederatedUserStore.Claim;
import dev.ose.server.iam.federation.TokenVerifier.Proof;
import dev.ose.server.iam.federation.TokenVerifier.Why;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps a verified token to a user of a tenant, and creates the user if configured. A user created for a subject belongs
 * to that subject alone. A name in a token identifies an existing user only if an administrator has configured so.
 */
public final class JitUserProvisioning {

    /** Each waits for the platform. */
    private static final int MAX_MAKINGS = 8;

    private static final int MAX_MAKINGS_OF_TENANT = 4;

    private static final Found STRANGER = new Found.Refused(Why.STRANGER);

    private final FederatedUserStore store;
    private final Provisioning provisioning;
    private final ConcurrencyLimiter makings = new ConcurrencyLimiter(MAX_MAKINGS, MAX_MAKINGS_OF_TENANT);

    public JitUserProvisioning(FederatedUserStore store, Provisioning provisioning) {
        this.store = store;
        this.provisioning = provisioning;
    }

    /** The result of the mapping. */
    sealed interface Found {

        /** An active user. */
        record Active(User user) implements Found {}

        /** Not the requested user. */
        record Refused(Why why) implements Found {}
    }

    /**
     * Returns the requested user, if the token maps to it. Blocks on the database, and on the platform if the user is
     * to be created.
     *
     * @throws FailureException {@code Invalid} (the name of a new user); {@code Busy} if too many are being created at
     *     the moment; a failure of the platform to create it, after which repeating the call completes it
     */
    Found find(WebIdentities.As.OfUser as, Proof.Proven proof) {
        if (provisioning.tenant(as.tenant()).status() != Status.ACTIVE) {
            return STRANGER;
        }
        String claimed = proof.claimed();
        String mapped = claimed == null ? null : proof.provider().users().get(claimed);
        if (mapped != null) {
            return named(as, mapped).<Found>map(Found.Active::new).orElse(STRANGER);
        }
        Optional<FederatedSubject> subject = FederatedSubject.of(proof);
        Optional<Binding> binding = subject.flatMap(it -> store.find(as.tenant(), it));
        if (subject.isPresent() && binding.isPresent()) {
            return bound(as, subject.get(), binding.get());
        }
        if (proof.provider().newUsers() != null) {
            return subject.isPresent() && as.user().equals(proof.newName()) ? make(as, subject.get()) : STRANGER;
        }
        return proof.provider().users().isEmpty() ? unbound(as, claimed) : STRANGER;
    }

    /**
     * The tenant's user that the token maps to, for any purpose; empty if none or if the user was removed. Blocks on
     * the database.
     */
    Optional<UserId> whose(TenantId tenant, Proof.Proven proof) {
        String claimed = proof.claimed();
        String mapped = claimed == null ? null : proof.provider().users().get(claimed);
        if (mapped != null) {
            return provisioning.findUser(tenant, mapped).map(User::id);
        }
        Optional<Binding> binding = FederatedSubject.of(proof).flatMap(it -> store.find(tenant, it));
        if (binding.isPresent()) {
            return switch (binding.get()) {
                case Binding.Gone _ -> Optional.empty();
                case Binding.Of(User user, boolean _) -> Optional.of(user.id());
            };
        }
        boolean areValuesNames =
                proof.provider().newUsers() == null && proof.provider().users().isEmpty();
        return Optional.ofNullable(areValuesNames ? claimed : null)
                .flatMap(name -> provisioning.findUser(tenant, name))
                .map(User::id)
                .filter(user -> !store.isBound(tenant, user));
    }

    private Optional<User> named(WebIdentities.As.OfUser as, String name) {
        return as.user().equals(name)
                ? provisioning.findUser(as.tenant(), name).filter(JitUserProvisioning::isActive)
                : Optional.empty();
    }

    /** A match by name excludes users that were created for a subject. */
    private Found unbound(WebIdentities.As.OfUser as, @Nullable String claimed) {
        return Optional.ofNullable(claimed)
                .flatMap(name -> named(as, name))
                .filter(user -> !store.isBound(as.tenant(), user.id()))
                .<Found>map(Found.Active::new)
                .orElse(STRANGER);
    }

    private Found bound(WebIdentities.As.OfUser as, FederatedSubject subject, Binding binding) {
        return switch (binding) {
            case Binding.Gone _ -> STRANGER;
            case Binding.Of(User user, boolean isFinished) -> {
                // The name in the present token is irrelevant.
                if (!isActive(user) || !as.user().equals(user.name())) {
                    yield STRANGER;
                }
                yield isFinished ? new Found.Active(user) : make(as, subject);
            }
        };
    }

    private static boolean isActive(User user) {
        return user.status() == Status.ACTIVE;
    }

    private Found make(WebIdentities.As.OfUser as, FederatedSubject subject) {
        User draft = provisioning.draftUser(as.tenant(), as.user());
        return makings.take(as.tenant(), () -> switch (store.claim(subject, draft)) {
            case Claim.Of claimed -> as.user().equals(claimed.user().name()) ? finish(subject, claimed) : STRANGER;
            case Claim.NameTaken _ -> new Found.Refused(Why.NAME_TAKEN);
            case Claim.Full _ -> new Found.Refused(Why.FULL);
            case Claim.Closed _ -> STRANGER;
        });
    }

    private Found finish(FederatedSubject subject, Claim.Of claimed) {
        User user = claimed.user();
        try {
            if (!claimed.isFinished()) {
                provisioning.finishUser(user);
            }
            return new Found.Active(user);
        } catch (FailureException e) {
            if (isCertain(e.failure())) {
                // The name must not stay taken for a subject that may never return.
                store.release(subject, user);
            }
            throw e;
        }
    }

    /** Whether the last request to the platform certainly had no effect. */
    private static boolean isCertain(Failure failure) {
        return failure instanceof Failure.PlatformUnreachable
                || failure instanceof Failure.PlatformRefused
                || failure instanceof Failure.NotOffered;
    }
}
