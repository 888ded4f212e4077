package dev.ose.server.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.credential.Credentials;
import dev.ose.server.credential.NewSession;
import dev.ose.server.failure.FailureException;
import dev.ose.server.federation.TokenVerifier.Proof;
import dev.ose.server.federation.TokenVerifier.Why;
import dev.ose.server.tenancy.Provisioning;
import dev.ose.server.tenancy.Status;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.User;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets people act as users of a tenant whom an issuer that the tenant trusts vouches for. Every method blocks on the database,
 * and may block on the issuer.
 */
public final class WebIdentities {

    private final IdentityProviderStore providers;
    private final TokenVerifier verifier;
    private final Provisioning provisioning;
    private final Credentials credentials;

    public WebIdentities(
            IdentityProviderStore providers,
            TokenVerifier verifier,
            Provisioning provisioning,
            Credentials credentials) {
        this.providers = providers;
        this.verifier = verifier;
        this.provisioning = provisioning;
        this.credentials = credentials;
    }

    /** As whom somebody wants to act. */
    public record Wish(TenantId tenant, String user) {}

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
     * @throws FailureException {@code Invalid} (the policy, or too many sessions)
     */
    public Answer open(Wish wish, Secret token, @Nullable String policy, Duration length) {
        return switch (verifier.verify(token, issuer -> providers.findByIssuer(wish.tenant(), issuer))) {
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
