package dev.ose.server.admin.login;

import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.ProblemDocuments;
import dev.ose.server.admin.json.ProblemJson;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import tools.jackson.databind.json.JsonMapper;

/** Answers requests that do not get past the login. */
public final class RefusalWriter implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final JsonMapper json;

    public RefusalWriter(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (e instanceof AdminLogin.BackedOff backedOff) {
            long seconds = backedOff.remaining().toSeconds() + 1;
            response.setHeader("Retry-After", Long.toString(seconds));
            write(
                    response,
                    Problem.of(
                            429,
                            "OSE-2108",
                            "Too many wrong logins",
                            "Try again in " + seconds + " s; wait, do not guess."));
        } else if (e instanceof AuthenticationServiceException && e.getCause() instanceof FailureException cause) {
            write(response, ProblemJson.of(cause.failure()));
        } else {
            response.setHeader("WWW-Authenticate", ProblemDocuments.CHALLENGE);
            write(response, ProblemDocuments.LOGIN_NEEDED);
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        write(response, ProblemJson.of(new Failure.NotAllowed("this request")));
    }

    private void write(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(json.writeValueAsBytes(problem));
    }
}
