package dev.ose.server.admin.session;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.SessionOperation;
import dev.ose.server.admin.access.session.LiveSession;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.session.ShownSession;
import dev.ose.server.admin.director.DirectorLogins;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets requests in that carry the cookie of a session. Those that may change something must also carry the session's
 * companion token in a header, which no page of another site can know or send. A request has one login: if a page or
 * script has added one in a header, valid or not, the cookie, which the browser adds by itself, is not looked at.
 */
public final class SessionLogin extends OncePerRequestFilter {

    /** The header of the companion token. */
    public static final String COMPANION = "X-OSE-CSRF";

    private final Supplier<Sessions> sessions;
    private final RefusalWriter refusals;
    private final DirectorLogins director;

    /** @param sessions waits for the node's start if it is not over yet */
    public SessionLogin(Supplier<Sessions> sessions, RefusalWriter refusals, DirectorLogins director) {
        this.sessions = sessions;
        this.refusals = refusals;
        this.director = director;
    }

    /** A sign-in proves itself, whatever session the browser had before. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getHeader("Authorization") != null
                || director.isLegacyShown(request::getHeader)
                || (request.getMethod().equals("POST")
                        && request.getRequestURI()
                                .equals(SessionOperation.SIGN_IN.route().path()));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Secret> bearer = SessionCookie.SESSION.of(request);
        if (bearer.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        Optional<LiveSession> session;
        try {
            session = sessions.get().find(bearer.get());
        } catch (FailureException e) {
            refusals.commence(request, response, new AuthenticationServiceException("cannot check", e));
            return;
        }
        if (session.isEmpty()) {
            SessionCookie.SESSION.clear(response);
            request.setAttribute(RefusalWriter.SESSION_ENDED, true);
        } else if (Sessions.isForged(request.getMethod(), bearer.get(), request.getHeader(COMPANION))) {
            refusals.refuseForged(response);
            return;
        } else {
            LiveSession live = session.get();
            Logins.accept(live.account().caller(), new ShownSession(live.id(), bearer.get(), live.expiresAt()));
        }
        chain.doFilter(request, response);
    }
}
