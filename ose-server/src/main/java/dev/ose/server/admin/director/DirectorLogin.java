package dev.ose.server.admin.director;

import dev.ose.adapter.Secret;
import dev.ose.s3.AddressRange;
import dev.ose.server.admin.access.BearerDigest;
import dev.ose.server.admin.audit.RecordedSignIns;
import dev.ose.server.admin.audit.RequestIds;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.RefusalWriter;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.director.DirectorSignIn;
import dev.ose.server.director.DirectorSignIn.SignedIn;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets requests of the admin API in that show an access token of Cloud Director: a bearer of the shape of a JWT, which
 * no token of OSE has. A page adds it by itself, so it needs no protection against forged requests.
 */
public final class DirectorLogin extends OncePerRequestFilter {

    private static final String SCHEME = "Bearer ";
    private static final int MAX_LENGTH = 16_384;
    private static final Pattern JWT = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");
    private static final String API = "/api/v1/";

    /** The organisation that the provider acts for. */
    private static final String CONTEXT = "X-VMWARE-VCLOUD-TENANT-CONTEXT";

    private final Supplier<DirectorSignIn> signIn;
    private final Supplier<AuditTrail> trail;
    private final RecordedSignIns recorded;
    private final RefusalWriter refusals;

    /** Both suppliers wait for the node's start if it is not over yet. */
    public DirectorLogin(Supplier<DirectorSignIn> signIn, Supplier<AuditTrail> trail, RefusalWriter refusals) {
        this.signIn = signIn;
        this.trail = trail;
        this.recorded = new RecordedSignIns(LoginKind.TOKEN, trail);
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
        @Nullable String token = token(request);
        if (token != null) {
            try {
                accept(request, Secret.of(token));
            } catch (FailureException e) {
                refusals.commence(request, response, new AuthenticationServiceException("refused", e));
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private static @Nullable String token(HttpServletRequest request) {
        @Nullable String shown = request.getHeader("Authorization");
        if (shown == null || shown.length() > MAX_LENGTH || !shown.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = shown.substring(SCHEME.length());
        return JWT.matcher(token).matches() ? token : null;
    }

    private void accept(HttpServletRequest request, Secret token) {
        RecordedSignIns.Attempt attempt =
                new RecordedSignIns.Attempt(RequestIds.of(request), String.valueOf(request.getRemoteAddr()));
        Object origin = AddressRange.networkOf(request.getRemoteAddr());
        SignedIn signedIn;
        try {
            signedIn = signIn.get()
                    .signIn(token, origin, request.getHeader(CONTEXT), new AuditedCreations(trail, attempt));
        } catch (FailureException e) {
            record(attempt, BearerDigest.of(token), e.failure());
            throw e;
        }
        recorded.accepted(attempt, signedIn.caller());
        Logins.accept(signedIn.caller(), signedIn.scope());
    }

    /** Decisions only: neither what could not be asked, nor what was too much. */
    private void record(RecordedSignIns.Attempt attempt, String digest, Failure failure) {
        boolean isDecision = failure instanceof Failure.DirectorTokenRefused || failure instanceof Failure.OfAccess;
        if (isDecision) {
            Problem told = ProblemJson.of(failure);
            recorded.refusedOnce(attempt, digest, new AuditOutcome(told.status(), told.code()));
        }
    }
}
