package dev.ose.server.admin.token;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.token.ApiTokens;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets requests in that show a personal token. Guesses are not slowed down: a token has 256 random bits, and each guess
 * costs a look-up in an index.
 */
public final class TokenLoginFilter extends OncePerRequestFilter {

    private static final String SCHEME = "Bearer ";
    private static final int MAX_LENGTH = 128;

    private final TokenLogins tokens;
    private final RefusalWriter refusals;

    public TokenLoginFilter(TokenLogins tokens, RefusalWriter refusals) {
        this.tokens = tokens;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Secret> token = token(request.getHeader("Authorization"));
        if (token.isPresent()) {
            try {
                accept(request, token.get());
            } catch (FailureException e) {
                refusals.commence(request, response, new AuthenticationServiceException("refused", e));
                return;
            }
        }
        chain.doFilter(request, response);
    }

    /** The personal token in the value of an {@code Authorization} header; empty if it is of another kind. */
    public static Optional<Secret> token(@Nullable String authorization) {
        return authorization != null
                        && authorization.startsWith(SCHEME + ApiTokens.PREFIX)
                        && authorization.length() <= MAX_LENGTH
                ? Optional.of(Secret.of(authorization.substring(SCHEME.length())))
                : Optional.empty();
    }

    /** One that is unknown or expired is no login. */
    private void accept(HttpServletRequest request, Secret bearer) {
        tokens.signIn(RecordedSignIns.Attempt.of(request), bearer)
                .ifPresent(login -> Logins.accept(login.account().caller(), login.scope()));
    }
}
