package dev.ose.server.iam.federation;

import dev.ose.adapter.Secret;
import dev.ose.server.iam.federation.SignInProtocol.AdministratorOutcome;
import java.net.URI;
import java.util.function.Supplier;

/**
 * Signs administrators of the provider in at its identity providers, a few at a time. Every method may block on the
 * identity provider.
 */
public final class AdministratorSignIn {

    /** Beside those of tenants, so that a tenant whose identity provider does not answer delays no administrator. */
    private static final int MOST_EXCHANGES = 4;

    private final SignInProtocol protocol;
    /** Of their own: anyone can begin sign-ins, and must not keep those from ending that administrators began. */
    private final ConcurrencyLimiter starts = new ConcurrencyLimiter(MOST_EXCHANGES, MOST_EXCHANGES);

    private final ConcurrencyLimiter exchanges = new ConcurrencyLimiter(MOST_EXCHANGES, MOST_EXCHANGES);

    public AdministratorSignIn(SignInProtocol protocol) {
        this.protocol = protocol;
    }

    /** The address of the identity provider that the browser is sent to. */
    public URI begin(AdministratorProvider provider, Secret state, SignInProtocol.Attempt attempt) {
        Supplier<URI> begin = () -> protocol.begin(provider.client(), state, attempt);
        return protocol.isKnown(provider.client()) ? begin.get() : starts.take(begin);
    }

    /** For whom the identity provider gave the code. */
    public AdministratorOutcome finish(
            AdministratorProvider provider, SignInProtocol.Code code, SignInProtocol.Attempt attempt) {
        return exchanges.take(() -> protocol.finish(provider, code, attempt));
    }
}
