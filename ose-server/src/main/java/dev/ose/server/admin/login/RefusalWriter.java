package dev.ose.server.admin.login;

import dev.ose.server.admin.json.CoreError;
import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemDocuments;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.admin.json.RateLimits;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import tools.jackson.databind.json.JsonMapper;

/** Answers requests that do not get past the login. */
public final class RefusalWriter implements AuthenticationEntryPoint, AccessDeniedHandler {

    /** The attribute of requests that show a session that has ended. */
    public static final String SESSION_ENDED = RefusalWriter.class.getName() + ".sessionEnded";

    /** No browser knows the scheme. */
    private static final String SESSION_CHALLENGE = "OSE-Session realm=\"OSE admin\"";

    private static final String TOKEN_CHALLENGE = "Bearer realm=\"OSE admin\", error=\"invalid_token\"";

    private static final Problem ENDED =
            Problem.of(401, "OSE-2113", "Session ended", "The session has ended; sign in again.");

    private final JsonMapper json;

    public RefusalWriter(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (e instanceof AuthenticationServiceException && e.getCause() instanceof FailureException cause) {
            RateLimits.of(cause.failure()).forEach(response::setHeader);
            if (cause.failure() instanceof Failure.DirectorTokenRefused) {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, TOKEN_CHALLENGE);
            }
            write(request, response, ProblemJson.of(cause.failure()));
            return;
        }
        response.setHeader(
                HttpHeaders.WWW_AUTHENTICATE, isOfPage(request) ? SESSION_CHALLENGE : ProblemDocuments.CHALLENGE);
        write(request, response, request.getAttribute(SESSION_ENDED) == null ? ProblemDocuments.LOGIN_NEEDED : ENDED);
    }

    /** A browser that is asked for HTTP Basic shows a dialog of its own, whatever the page does. */
    private static boolean isOfPage(HttpServletRequest request) {
        @Nullable String mode = request.getHeader("Sec-Fetch-Mode");
        return request.getAttribute(SESSION_ENDED) != null || (mode != null && !mode.equals("navigate"));
    }

    /** Answers a request that comes by a session and may be a page's of another site. */
    public void refuseForged(HttpServletResponse response) throws IOException {
        write(
                response,
                Problem.of(
                        403,
                        "OSE-2112",
                        "Session's token missing",
                        "Repeat csrf of this session in the header X-OSE-CSRF."));
    }

    /** Answers a request that two parsers may interpret differently, such as one with an encoded slash in its path. */
    public void refuseAmbiguous(HttpServletResponse response) throws IOException {
        write(response, ProblemDocuments.AMBIGUOUS);
    }

    /** Answers a request whose content type names a charset that is none. */
    void refuseCharset(HttpServletRequest request, HttpServletResponse response) throws IOException {
        write(
                request,
                response,
                ProblemJson.of(new Failure.Invalid("Content-Type", "must name a known charset or none")));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        write(request, response, ProblemJson.of(new Failure.NotAllowed("this request")));
    }

    private void write(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        if (CoreError.isUsual(request.getRequestURI())) {
            response.setStatus(problem.status());
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.getOutputStream()
                    .write(json.writeValueAsBytes(CoreError.of(problem, response.getHeader(Problem.REQUEST_ID))));
        } else {
            write(response, problem);
        }
    }

    private void write(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream()
                .write(json.writeValueAsBytes(problem.withRequestId(response.getHeader(Problem.REQUEST_ID))));
    }
}
