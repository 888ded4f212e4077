package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.PendingSignIn;
import dev.ose.server.admin.access.session.PendingSignInStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.iam.federation.FederatedSignIn;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs browsers in at identity providers. A sign-in belongs to the browser that began it: what proves it to the
 * provider, and the nonce of the token, are derived from a secret that only the browser's cookie holds. Thread-safe;
 * blocks on the provider and the database.
 */
public final class ProviderSignIn {

    /** How long a sign-in at the provider may take. */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** A path of this origin: no host, no other scheme. */
    private static final Pattern RETURN = Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]{0,511}");

    private final SignInClientStore clients;
    private final FederatedSignIn federation;
    private final PendingSignInStore pending;
    private final AccountStore accounts;
    private final Sessions sessions;
    private final SecureRandom random;

    public ProviderSignIn(
            SignInClientStore clients,
            FederatedSignIn federation,
            PendingSignInStore pending,
            AccountStore accounts,
            Sessions sessions,
            SecureRandom random) {
        this.clients = clients;
        this.federation = federation;
        this.pending = pending;
        this.accounts = accounts;
        this.sessions = sessions;
        this.random = random;
    }

    /**
     * A sign-in that was begun.
     *
     * @param browser what the browser's cookie holds until it comes back
     * @param target where the browser goes now
     */
    record Begun(Secret browser, URI target) {}

    /**
     * A sign-in that has ended.
     *
     * @param returnTo where the browser goes now
     */
    record Ended(Sessions.Opened session, String returnTo) {}

    /**
     * What comes back from the provider.
     *
     * @param browser what the browser's cookie holds
     * @param issuer who answers, if the answer tells (RFC 9207)
     */
    record Answer(
            String provider,
            Secret state,
            Secret code,
            @Nullable Secret browser,
            @Nullable String issuer,
            URI redirect) {}

    /**
     * Begins a sign-in of a user of a tenant.
     *
     * @throws FailureException {@code NotFound} if the tenant has no such provider; {@code Invalid} if the browser
     *     would leave this origin; {@code Busy} if the provider does not answer
     */
    Begun begin(String tenantName, String provider, String returnTo, URI redirect) {
        if (!RETURN.matcher(returnTo).matches()) {
            throw new FailureException(new Failure.Invalid("return", "must be a path"));
        }
        SignInClient client = clients.tenant(tenantName)
                .flatMap(tenant -> clients.find(tenant, provider))
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", provider)));
        Secret browser = BearerDigest.random(random, "");
        Secret state = BearerDigest.random(random, "");
        URI target = federation.begin(client, state, attempt(browser, redirect));
        TenantId tenant = client.provider().tenant();
        pending.add(
                BearerDigest.of(state), new PendingSignIn(BearerDigest.of(browser), tenant, provider, returnTo), LIFE);
        return new Begun(browser, target);
    }

    /**
     * Ends a sign-in with what the provider answered.
     *
     * @throws FailureException {@code WrongLogin} if it is not the answer to a sign-in of this browser, or the tenant
     *     has no such user; {@code CallerDisabled}
     */
    Ended end(Answer answer, Device device) {
        PendingSignIn begun = pending.take(BearerDigest.of(answer.state()))
                .filter(it -> it.provider().equals(answer.provider()))
                .orElseThrow(ProviderSignIn::refused);
        Secret browser = Optional.ofNullable(answer.browser())
                .filter(it -> BearerDigest.of(it).equals(begun.browser()))
                .orElseThrow(ProviderSignIn::refused);
        SignInClient client = clients.find(begun.tenant(), begun.provider())
                .filter(it -> answer.issuer() == null
                        || answer.issuer().equals(it.provider().issuer()))
                .orElseThrow(ProviderSignIn::refused);
        FederatedSignIn.SignedIn found = federation
                .finish(client, answer.code(), attempt(browser, answer.redirect()))
                .orElseThrow(ProviderSignIn::refused);
        Account account = accounts.federated(found.user(), found.role());
        if (!account.isActive()) {
            throw new FailureException(new Failure.CallerDisabled());
        }
        return new Ended(sessions.open(account, device), begun.returnTo());
    }

    private static SignInProtocol.Attempt attempt(Secret browser, URI redirect) {
        return new SignInProtocol.Attempt(
                BearerDigest.derive(browser, "pkce"), BearerDigest.derive(browser, "nonce"), redirect);
    }

    private static FailureException refused() {
        return new FailureException(new Failure.WrongLogin());
    }
}
