package dev.ose.server.admin.repetition;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.access.TenantOperation;
import dev.ose.server.admin.access.repetition.CallStore;
import dev.ose.server.admin.json.ProblemDocuments;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the bodies of requests with an idempotency key, and remembers what they were answered. */
public final class RepeatedAnswers extends OncePerRequestFilter {

    private static final int MAX_BYTES = 1 << 20;
    private static final int CREATED = 201;

    private static final Set<AdminOperation> WITHOUT_SECRET =
            Set.of(TenantOperation.CREATE_TENANT, BucketAdminOperation.CREATE_BUCKET);

    private final Supplier<CallStore> calls;

    /** @param calls is asked for after a request that was begun with it */
    public RepeatedAnswers(Supplier<CallStore> calls) {
        this.calls = calls;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getMethod().equals("POST") || request.getHeader(RepeatedCalls.HEADER) == null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            Failure tooLarge =
                    new Failure.BodyTooLarge(Math.max(body.length, request.getContentLengthLong()), MAX_BYTES);
            response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            response.setContentType(ProblemDocuments.MEDIA_TYPE);
            response.getOutputStream().write(ProblemDocuments.of(tooLarge));
            return;
        }
        HeldBody held = new HeldBody(request, body);
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        boolean isOver = false;
        try {
            chain.doFilter(held, answer);
            isOver = true;
        } finally {
            int status = isOver ? answer.getStatus() : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
            OpenAttempt.of(held).ifPresent(open -> end(open, status, answer.getContentAsByteArray()));
        }
        answer.copyBodyToResponse();
    }

    /** A call whose answer cannot be recorded stays in progress; after five minutes a repetition performs it again. */
    private void end(OpenAttempt open, int status, byte[] answer) {
        try {
            if (status == CREATED) {
                calls.get().end(open.key(), open.attempt(), done(open.operation(), answer));
            } else {
                calls.get().forget(open.key(), open.attempt());
            }
        } catch (FailureException unrecorded) {
            logger.debug("an answer was not recorded", unrecorded);
        }
    }

    private static CallStore.Done done(AdminOperation operation, byte[] answer) {
        // All others are made with a secret, which is shown once and kept nowhere in the clear.
        return WITHOUT_SECRET.contains(operation)
                ? new CallStore.Done(CREATED, new String(answer, StandardCharsets.UTF_8), "")
                : new CallStore.Done(CREATED, null, made(answer));
    }

    private static String made(byte[] answer) {
        try {
            JsonNode read = JsonMapper.shared().readTree(answer);
            return Stream.of(
                            read.path("accessKey"),
                            read.path("id"),
                            read.path("token").path("id"))
                    .map(each -> each.asString(""))
                    .filter(each -> !each.isEmpty())
                    .findFirst()
                    .orElse("");
        } catch (JacksonException e) {
            return "";
        }
    }
}
