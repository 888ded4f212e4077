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
 * Knows for which user of a tenant a proven token stands, and makes the user if it is to be made. A user who was made for
 * somebody is that one's alone, and nobody gets to be another one by how he is called: names decide only where an
 * administrator has said so.
 */
public final class JitUserProvisioning {

    /** Each waits for the platform. */
    private static final int MOST_MAKINGS = 8;

    private static final int MOST_MAKINGS_OF_TENANT = 4;

    private static final Found STRANGER = new Found.Nobody(Why.STRANGER);

    private final FederatedUserStore store;
    private final Provisioning provisioning;
    private final ConcurrencyLimiter makings = new ConcurrencyLimiter(MOST_MAKINGS, MOST_MAKINGS_OF_TENANT);

    public JitUserProvisioning(FederatedUserStore store, Provisioning provisioning) {
        this.store = store;
        this.provisioning = provisioning;
    }

    /** For whom a token stands. */
    sealed interface Found {

        /** For a user who may act. */
        record Somebody(User user) implements Found {}

        /** For none who was asked for. */
        record Nobody(Why why) implements Found {}
    }

    /**
     * The user who is asked for, if the token stands for it. Blocks on the database, and on the platform where the user is yet
     * to be made.
     *
     * @throws FailureException {@code Invalid} (the name of a new user); {@code Busy} if too many are being made at the moment;
     *     whatever keeps the platform from making it: calling again finishes it
     */
    Found find(WebIdentities.As.OfUser as, Proof.Proven proof) {
        if (provisioning.tenant(as.tenant()).status() != Status.ACTIVE) {
            return STRANGER;
        }
        String claimed = proof.claimed();
        String mapped = claimed == null ? null : proof.provider().users().get(claimed);
        if (mapped != null) {
            return named(as, mapped).<Found>map(Found.Somebody::new).orElse(STRANGER);
        }
        Optional<FederatedSubject> subject = FederatedSubject.of(proof);
        Optional<Binding> binding = subject.flatMap(it -> store.find(as.tenant(), it));
        if (subject.isPresent() && binding.isPresent()) {
            return bound(as, subject.get(), binding.get());
        }
        if (proof.provider().newUsers() != null) {
            return subject.isPresent() && as.user().equals(proof.newName()) ? make(as, subject.get()) : STRANGER;
        }
        return proof.provider().users().isEmpty() ? nobodyElses(as, claimed) : STRANGER;
    }

    /** Which user of the tenant has shown the token, whatever for; empty if it stands for nobody yet, or any more. Blocks on the database. */
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

    /** Where names are enough, still nobody is whom another subject's token made. */
    private Found nobodyElses(WebIdentities.As.OfUser as, @Nullable String claimed) {
        return Optional.ofNullable(claimed)
                .flatMap(name -> named(as, name))
                .filter(user -> !store.isBound(as.tenant(), user.id()))
                .<Found>map(Found.Somebody::new)
                .orElse(STRANGER);
    }

    private Found bound(WebIdentities.As.OfUser as, FederatedSubject subject, Binding binding) {
        return switch (binding) {
            case Binding.Gone _ -> STRANGER;
            case Binding.Of(User user, boolean isFinished) -> {
                // What the issuer calls it now does not matter.
                if (!isActive(user) || !as.user().equals(user.name())) {
                    yield STRANGER;
                }
                yield isFinished ? new Found.Somebody(user) : make(as, subject);
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
            case Claim.NameTaken _ -> new Found.Nobody(Why.NAME_TAKEN);
            case Claim.Full _ -> new Found.Nobody(Why.FULL);
            case Claim.Closed _ -> STRANGER;
        });
    }

    private Found finish(FederatedSubject subject, Claim.Of claimed) {
        User user = claimed.user();
        try {
            if (!claimed.isFinished()) {
                provisioning.finishUser(user);
            }
            return new Found.Somebody(user);
        } catch (FailureException e) {
            if (isCertain(e.failure())) {
                // A name must not stay taken by somebody who may never come back.
                store.release(subject, user);
            }
            throw e;
        }
    }

    /** Whether the platform did nothing of what this call asked of it last. */
    private static boolean isCertain(Failure failure) {
        return failure instanceof Failure.PlatformUnreachable
                || failure instanceof Failure.PlatformRefused
                || failure instanceof Failure.NotOffered;
    }
}
