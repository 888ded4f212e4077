package dev.ose.server.admin.audit;

import dev.ose.server.admin.json.ProblemDocuments;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.audit.AuditOutcome;
import dev.ose.server.audit.AuditTarget;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.UserId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Holds the answer to a change back until the audit log has its outcome; if that cannot be recorded, the answer
 * says so instead. What only reads is recorded before it is carried out, so its answer is not held back.
 */
public final class AuditedAnswers extends OncePerRequestFilter {

    private static final AuditOutcome BROKEN = new AuditOutcome(500, "OSE-2999");

    private final Supplier<AuditTrail> trail;
    private final Supplier<Provisioning> provisioning;

    /** Both are asked for after a call that was recorded with them. */
    public AuditedAnswers(Supplier<AuditTrail> trail, Supplier<Provisioning> provisioning) {
        this.trail = trail;
        this.provisioning = provisioning;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
            chain.doFilter(request, response);
            endUnlessRefused(request, new AuditOutcome(response.getStatus(), ""));
            return;
        }
        ContentCachingRequestWrapper asked = new ContentCachingRequestWrapper(request, BodyFacts.MAX_BYTES);
        ContentCachingResponseWrapper held = new ContentCachingResponseWrapper(response);
        try {
            chain.doFilter(asked, held);
        } catch (ServletException | IOException | RuntimeException e) {
            endUnlessRefused(request, BROKEN);
            throw e;
        }
        Optional<OpenCall> open = OpenCall.take(request);
        if (open.isPresent()) {
            end(open.get(), asked, held);
        }
        held.copyBodyToResponse();
    }

    private void end(OpenCall call, ContentCachingRequestWrapper asked, ContentCachingResponseWrapper held)
            throws IOException {
        AuditOutcome answered = AnswerFacts.of(call.operation(), held.getStatus(), held.getContentAsByteArray());
        AuditTarget named = BodyFacts.of(call.operation(), asked);
        try {
            trail.get().end(call.id(), complete(call, asked, answered, named));
        } catch (FailureException e) {
            held.resetBuffer();
            held.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            held.setContentType(ProblemDocuments.MEDIA_TYPE);
            held.getOutputStream().write(ProblemDocuments.of(e.failure()));
        }
    }

    /** An answer is on its way: an outcome that cannot be recorded stays unknown, and is counted. */
    private void endUnlessRefused(HttpServletRequest request, AuditOutcome outcome) {
        OpenCall.take(request).ifPresent(call -> {
            try {
                trail.get().end(call.id(), complete(call, request, outcome, AuditTarget.SERVICE));
            } catch (FailureException counted) {
                logger.debug("an outcome was not recorded", counted);
            }
        });
    }

    /**
     * What was noted is more exact than what the answer says, and that than what the body asks for, which replaces
     * nothing that the path names.
     */
    private AuditOutcome complete(OpenCall call, HttpServletRequest request, AuditOutcome answered, AuditTarget asked) {
        AuditTarget made =
                AuditedSubject.noted(request, provisioning).or(answered.made()).or(asked.beside(call.target()));
        // What was refused was done in no other's name, whatever its body says.
        @Nullable
        UserId asUser = answered.status() < AnswerFacts.REFUSED
                ? AuditedCalls.actsAs(Logins.caller(), call.operation(), made.user())
                : null;
        return new AuditOutcome(answered.status(), answered.code(), made, asUser);
    }
}
