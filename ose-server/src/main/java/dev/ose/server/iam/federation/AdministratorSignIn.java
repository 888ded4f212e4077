package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.iam.federation.SignInProtocol.AdministratorOutcome;
import java.net.URI;

/**
 * Signs administrators of the provider in at its identity providers, a few at a time. Every method blocks on the
 * identity provider.
 */
public final class AdministratorSignIn {

    /** Beside those of tenants, so that a tenant whose identity provider does not answer delays no administrator. */
    private static final int MOST_EXCHANGES = 4;

    private final SignInProtocol protocol;
    private final ConcurrencyLimiter exchanges = new ConcurrencyLimiter(MOST_EXCHANGES, MOST_EXCHANGES);

    public AdministratorSignIn(SignInProtocol protocol) {
        this.protocol = protocol;
    }

    /** The address of the identity provider that the browser is sent to. */
    public URI begin(AdministratorProvider provider, Secret state, SignInProtocol.Attempt attempt) {
        return exchanges.take(() -> protocol.begin(provider.client(), state, attempt));
    }

    /** For whom the identity provider gave the code. */
    public AdministratorOutcome finish(
            AdministratorProvider provider, SignInProtocol.Code code, SignInProtocol.Attempt attempt) {
        return exchanges.take(() -> protocol.finish(provider, code, attempt));
    }
}
