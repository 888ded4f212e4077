package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.server.access.AccountThrottle;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.PendingSignIn;
import dev.ose.server.admin.access.session.PendingSignInStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.iam.federation.SignInProtocol;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs browsers in at identity providers. A sign-in belongs to the browser that began it: what proves it to the
 * provider, and the nonce of the token, are derived from a secret that only the browser's cookie holds. Thread-safe;
 * blocks on the provider and the database.
 */
public final class ProviderSignIn {

    /** The maximum duration of a sign-in at the provider. */
    static final Duration LIFE = Duration.ofMinutes(10);

    /** A path of this origin: no host, no other scheme. */
    private static final Pattern RETURN = Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]{0,511}");

    private final SignInRealms realms;
    private final PendingSignInStore pending;
    private final Sessions sessions;
    private final AccountThrottle throttle;
    private final SecureRandom random;

    /** @param throttle also counts the wrong logins of those who sign in by a password */
    public ProviderSignIn(
            SignInRealms realms,
            PendingSignInStore pending,
            Sessions sessions,
            AccountThrottle throttle,
            SecureRandom random) {
        this.realms = realms;
        this.pending = pending;
        this.sessions = sessions;
        this.throttle = throttle;
        this.random = random;
    }

    /**
     * A sign-in that was begun.
     *
     * @param browser what the browser's cookie holds until it comes back
     * @param target where the browser goes now
     */
    record Begun(Secret browser, URI target) {}

    /** The end of a sign-in. */
    sealed interface End {

        /**
         * A session.
         *
         * @param returnTo where the browser goes now
         */
        record SignedIn(Sessions.Opened session, String returnTo) implements End {}

        /**
         * No session: there is no such account ({@code WrongLogin}), or it is disabled ({@code CallerDisabled}).
         *
         * @param subject the name of a disabled account, or else the lasting id of the person whom the identity
         *     provider vouches for; null if it vouches for nothing
         */
        record Refused(@Nullable String subject, Failure why) implements End {}
    }

    /**
     * What comes back from the provider. Each identity provider sends browsers to a callback of its own, which {@code
     * tenantName} and {@code provider} name: a code that came to the callback of one is never sent to another one, even
     * if the answer does not name its issuer (RFC 9700, section 4.4.2.2).
     *
     * @param tenantName empty for administrators of the provider
     * @param browser what the browser's cookie holds
     * @param redirect where it was sent back to
     */
    record Answer(
            String tenantName,
            String provider,
            Secret state,
            SignInProtocol.Code code,
            @Nullable Secret browser,
            URI redirect) {}

    /**
     * Begins a sign-in.
     *
     * @param tenantName empty for administrators of the provider
     * @throws FailureException {@code NotFound} if there is no such provider; {@code Invalid} if the browser would
     *     leave this origin; {@code Busy} if the provider does not answer
     */
    Begun begin(String tenantName, String provider, String returnTo, URI redirect) {
        if (!RETURN.matcher(returnTo).matches() || !isUri(returnTo)) {
            throw new FailureException(new Failure.Invalid("return", "must be a path"));
        }
        SignInRealm realm = realms.named(tenantName, provider)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", provider)));
        Secret browser = BearerDigest.random(random, "");
        Secret state = BearerDigest.random(random, "");
        URI target = realm.begin(state, attempt(browser, redirect));
        pending.add(
                BearerDigest.of(state),
                new PendingSignIn(BearerDigest.of(browser), realm.tenant(), provider, realm.issuer(), returnTo),
                LIFE);
        return new Begun(browser, target);
    }

    /** The browser is sent there in the end, when its session exists already. */
    private static boolean isUri(String text) {
        try {
            return !new URI(text).isAbsolute();
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    /**
     * Ends a sign-in with what the provider answered; refused if that is not the answer to a sign-in of this browser.
     * Refusals slow down the client's network, but not those of browsers without the cookie of a sign-in: pages of
     * others can send browsers here, and nothing is looked up for them.
     *
     * @param ifAsked runs if it is; if it fails, no session is opened
     * @throws FailureException {@code TooManyWrongLogins}; {@code Busy}; what a platform fails with if a user is to be
     *     created
     */
    End end(Answer answer, Device device, Runnable ifAsked) {
        @Nullable Secret browser = answer.browser();
        if (browser == null) {
            return refused(null);
        }
        Object network = AddressRange.networkOf(device.address());
        Duration remaining = throttle.remaining(network);
        if (remaining.isPositive()) {
            throw new FailureException(new Failure.TooManyWrongLogins(remaining));
        }
        End end = end(answer, browser, device, ifAsked);
        if (end instanceof End.Refused(var _, Failure.WrongLogin _)) {
            throttle.wrong(network);
        }
        return end;
    }

    private End end(Answer answer, Secret browser, Device device, Runnable ifAsked) {
        PendingSignIn begun = pending.take(BearerDigest.of(answer.state())).orElse(null);
        if (begun == null || !BearerDigest.of(browser).equals(begun.browser())) {
            return refused(null);
        }
        SignInRealm realm = realms.named(answer.tenantName(), answer.provider())
                .filter(it -> isOf(begun, answer, it))
                .orElse(null);
        if (realm == null) {
            return refused(null);
        }
        ifAsked.run();
        return end(realm.finish(answer.code(), attempt(browser, answer.redirect())), begun, device);
    }

    private End end(SignInRealm.Finished finished, PendingSignIn begun, Device device) {
        return switch (finished) {
            case SignInRealm.Finished.Refused(@Nullable String subject) -> refused(subject);
            case SignInRealm.Finished.Proved(Account account) ->
                account.isActive()
                        ? new End.SignedIn(sessions.open(account, device), begun.returnTo())
                        : new End.Refused(account.caller().getName(), new Failure.CallerDisabled());
        };
    }

    /**
     * Whether the sign-in was begun at the identity provider to whose callback it came, and at its present issuer: the
     * identity provider may have been replaced by another one of its name meanwhile.
     */
    private static boolean isOf(PendingSignIn begun, Answer answer, SignInRealm realm) {
        return begun.provider().equals(answer.provider())
                && Objects.equals(begun.tenant(), realm.tenant())
                && begun.issuer().equals(realm.issuer());
    }

    private static SignInProtocol.Attempt attempt(Secret browser, URI redirect) {
        return new SignInProtocol.Attempt(
                BearerDigest.derive(browser, "pkce"), BearerDigest.derive(browser, "nonce"), redirect);
    }

    private static End refused(@Nullable String subject) {
        return new End.Refused(subject, new Failure.WrongLogin());
    }
}
