package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.iam.federation.SignInProtocol.Outcome;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the user whom an identity provider has signed in. Every method may block on the provider and the database. */
public final class FederatedSignIn {

    private static final int MAX_EXCHANGES = 8;

    /** A tenant whose provider does not respond must not occupy all of them. */
    private static final int MAX_OF_TENANT = 2;

    private final SignInProtocol protocol;
    private final JitUserProvisioning users;
    private final Provisioning provisioning;
    /** Of their own: anyone can begin sign-ins, and must not keep those from ending that users began. */
    private final ConcurrencyLimiter starts = new ConcurrencyLimiter(MAX_EXCHANGES, MAX_OF_TENANT);

    private final ConcurrencyLimiter exchanges = new ConcurrencyLimiter(MAX_EXCHANGES, MAX_OF_TENANT);

    public FederatedSignIn(SignInProtocol protocol, JitUserProvisioning users, Provisioning provisioning) {
        this.protocol = protocol;
        this.users = users;
        this.provisioning = provisioning;
    }

    /** What an identity provider says of a browser. */
    public sealed interface Result {

        /**
         * It vouches for an active user.
         *
         * @param role what the provider says; null if roles are managed here
         */
        record SignedIn(User user, @Nullable Role role) implements Result {}

        /**
         * The tenant has no such user, or the provider vouches for nothing.
         *
         * @param subject whom it vouches for, by its lasting id; null for none
         */
        record Refused(@Nullable String subject) implements Result {}
    }

    /** The address of the provider that the browser is sent to. */
    public URI begin(SignInClient client, Secret state, SignInProtocol.Attempt attempt) {
        Supplier<URI> begin = () -> protocol.begin(client.client(), state, attempt);
        return protocol.isKnown(client.client())
                ? begin.get()
                : starts.take(client.provider().tenant(), begin);
    }

    /** The user for whom the provider gave the code. */
    public Result finish(SignInClient client, SignInProtocol.Code code, SignInProtocol.Attempt attempt) {
        TenantId tenant = client.provider().tenant();
        return switch (exchanges.take(tenant, () -> protocol.finish(client, code, attempt))) {
            case Outcome.Refused _ -> new Result.Refused(null);
            case Outcome.SignedIn(TokenVerifier.Proof.Proven proof, boolean isAdministrator) ->
                user(tenant, proof)
                        .<Result>map(user -> new Result.SignedIn(user, role(client, isAdministrator)))
                        .orElseGet(() -> new Result.Refused(proof.subject()));
        };
    }

    private static @Nullable Role role(SignInClient client, boolean isAdministrator) {
        if (client.roleClaim() == null) {
            return null;
        }
        return isAdministrator ? Role.TENANT_ADMIN : Role.TENANT_USER;
    }

    private Optional<User> user(TenantId tenant, TokenVerifier.Proof.Proven proof) {
        String name = users.whose(tenant, proof)
                .map(id -> provisioning.user(tenant, id).name())
                .orElse(proof.newName());
        if (name == null) {
            return Optional.empty();
        }
        return switch (users.find(new WebIdentities.As.OfUser(tenant, name), proof)) {
            case JitUserProvisioning.Found.Refused _ -> Optional.empty();
            case JitUserProvisioning.Found.Active(User user) -> Optional.of(user);
        };
    }
}
