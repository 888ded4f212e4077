package dev.ose.server.admin.login;

import dev.ose.server.admin.access.account.Account;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Lets requests in that show name and password of an administrator of the provider, or of a tenant's user, who logs in
 * as {@code user@tenant}. An account with a second factor, or with a password that must be changed, has to sign in.
 */
public final class AdminLogin implements AuthenticationProvider {

    private final LoginCheck logins;

    public AdminLogin(LoginCheck logins) {
        this.logins = logins;
    }

    @Override
    public Authentication authenticate(Authentication login) {
        if (!(login.getCredentials() instanceof CharSequence characters)) {
            throw new BadCredentialsException("unusable");
        }
        try {
            return Logins.of(sufficient(logins.check(login.getName(), characters, LoginOrigin.of(address(login))))
                    .caller());
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.WrongLogin) {
                throw new BadCredentialsException("wrong", e);
            }
            throw new AuthenticationServiceException("refused", e);
        }
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == UsernamePasswordAuthenticationToken.class;
    }

    private static Account sufficient(Account account) {
        if (account.hasSecondFactor()) {
            throw new FailureException(new Failure.CodeNeeded());
        }
        if (account.mustChange()) {
            throw new FailureException(new Failure.PasswordExpired());
        }
        return account;
    }

    private static String address(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }
}
