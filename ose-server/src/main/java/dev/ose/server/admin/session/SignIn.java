package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.access.FailedAttemptLimiter;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.factor.SecondFactors;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.LoginOrigin;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signs in with a password, with a code beside it if the account has a second factor, and with a new password if the
 * present one has expired. Thread-safe; blocks on the database.
 */
public final class SignIn {

    /** Wrong codes of one account, wherever they come from: only those who have the password can try any. */
    private static final int TOO_MANY_CODES = 5;

    private final LoginCheck logins;
    private final AccountStore accounts;
    private final Passwords passwords;
    private final SecondFactors factors;
    private final Sessions sessions;
    private final FailedAttemptLimiter codes;

    public SignIn(
            LoginCheck logins,
            AccountStore accounts,
            Passwords passwords,
            SecondFactors factors,
            Sessions sessions,
            Clock clock) {
        this.logins = logins;
        this.accounts = accounts;
        this.passwords = passwords;
        this.factors = factors;
        this.sessions = sessions;
        this.codes = new FailedAttemptLimiter(clock, TOO_MANY_CODES);
    }

    /**
     * What is shown at a sign-in.
     *
     * @param login an administrator's name, or {@code user@tenant}
     * @param code of the second factor; null if none is shown
     * @param next another password; null to keep the present one
     */
    record Proof(
            String login,
            Secret password,
            @Nullable Secret code,
            @Nullable Secret next) {}

    /**
     * Opens a session.
     *
     * @param origin where the password comes from
     * @param beforeChange runs once the account is proved, before anything changes; if it fails, nothing does
     * @throws FailureException any {@link Failure.OfLogin}; {@code CallerDisabled}; {@code Invalid} if the new password
     *     breaks a rule
     */
    Sessions.Opened signIn(Proof proof, Device device, LoginOrigin origin, Runnable beforeChange) {
        Account account = logins.check(proof.login(), text(proof.password()), origin);
        if (account.hasSecondFactor()) {
            requireCode(account, proof.code());
        }
        if (proof.next() == null && account.mustChange()) {
            throw new FailureException(new Failure.PasswordExpired());
        }
        beforeChange.run();
        if (proof.next() == null) {
            return sessions.open(account, device);
        }
        if (proof.next().equals(proof.password())) {
            throw new FailureException(new Failure.Invalid("newPassword", "must be another one"));
        }
        String chosen = LoginRules.checkPassword(
                "newPassword", proof.next(), account.caller().getName());
        return sessions.open(accounts.changePassword(account, passwords.hash(chosen)), device);
    }

    private void requireCode(Account account, @Nullable Secret code) {
        if (code == null) {
            throw new FailureException(new Failure.CodeNeeded());
        }
        Duration remaining = codes.reserve(account.id());
        if (remaining.isPositive()) {
            throw new FailureException(new Failure.TooManyWrongLogins(remaining));
        }
        if (!factors.take(account.id(), code)) {
            throw new FailureException(new Failure.WrongLogin());
        }
        codes.right(account.id());
    }

    private static String text(Secret secret) {
        return secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
