package dev.ose.server.admin.director;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.director.DirectorSignIn.SignedIn;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets requests of the admin API in that show an access token of Cloud Director. A page adds it by itself, so it needs
 * no protection against forged requests.
 */
public final class DirectorLogin extends OncePerRequestFilter {

    private static final String API = "/api/v1/";

    private final DirectorLogins logins;
    private final RefusalWriter refusals;

    public DirectorLogin(DirectorLogins logins, RefusalWriter refusals) {
        this.logins = logins;
        this.refusals = refusals;
    }

    /** Health and metrics are answered whether Cloud Director is there or not. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith(API);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Secret> token = logins.token(request::getHeader);
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

    private void accept(HttpServletRequest request, Secret token) {
        SignedIn signedIn =
                logins.signIn(RecordedSignIns.Attempt.of(request), token, request.getHeader(DirectorLogins.CONTEXT));
        Logins.accept(signedIn.caller(), signedIn.scope());
    }
}
