package dev.ose.server.admin.repetition;

import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.BucketAdminOperation;
import dev.ose.server.admin.access.CredentialOperation;
import dev.ose.server.admin.access.EventOperation;
import dev.ose.server.admin.access.TenantOperation;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.admin.access.repetition.CallStore;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.WebUtils;

/**
 * Begins requests that have an idempotency key, after they were authorised, and answers repetitions of those that were
 * carried out. {@link RepeatedAnswers} ends them.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">the draft of the IETF</a>
 */
public final class RepeatedCalls implements HandlerInterceptor {

    /** The field of the key. */
    public static final String HEADER = "Idempotency-Key";

    /**
     * What would be made twice, or whose answer would be lost. An administrator is not among them: its name is made
     * once by itself, and a digest of the request would be one of a password. Jobs keep the key themselves.
     */
    static final Set<AdminOperation> OPERATIONS = Set.of(
            TenantOperation.CREATE_TENANT,
            BucketAdminOperation.CREATE_BUCKET,
            UserOperation.CREATE_USER,
            UserOperation.ADOPT_USER,
            CredentialOperation.CREATE_CREDENTIAL,
            CredentialOperation.ROTATE_CREDENTIAL,
            EventOperation.CREATE_WEBHOOK,
            AccountOperation.CREATE_TOKEN);

    private static final Pattern KEY = Pattern.compile("[!-~]{1,128}");
    private static final String HASH = "SHA-256";

    private final Supplier<CallStore> calls;

    /** @param calls is asked for by a request with a key */
    public RepeatedCalls(Supplier<CallStore> calls) {
        this.calls = calls;
    }

    /** Whether requests for an operation may have a key that is kept here. */
    public static boolean isKept(AdminOperation operation) {
        return OPERATIONS.contains(operation);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        String key = request.getHeader(HEADER);
        Optional<AdminOperation> operation = AdminGuard.operation(request).filter(OPERATIONS::contains);
        if (key == null || operation.isEmpty()) {
            return true;
        }
        if (!KEY.matcher(key).matches()) {
            throw new FailureException(new Failure.Invalid(HEADER, "must have 1 to 128 visible ASCII characters"));
        }
        HeldBody held = Objects.requireNonNull(WebUtils.getNativeRequest(request, HeldBody.class), "a body is held");
        CallStore.Key named = new CallStore.Key(
                Logins.caller().role().name() + ' ' + Logins.caller().getName(), key);
        OpenAttempt attempt = new OpenAttempt(named, UUID.randomUUID(), operation.get());
        Optional<CallStore.Done> done = calls.get().begin(named, digest(held), attempt.attempt());
        if (done.isEmpty()) {
            attempt.putInto(request);
            return true;
        }
        String answer = done.get().answer();
        if (answer == null) {
            throw new FailureException(new Failure.MadeAlready(done.get().created()));
        }
        response.setStatus(done.get().status());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        return false;
    }

    private static String digest(HeldBody request) {
        try {
            MessageDigest digest = MessageDigest.getInstance(HASH);
            String query = request.getQueryString();
            digest.update(
                    (request.getMethod() + '\n' + request.getRequestURI() + '\n' + (query == null ? "" : query) + '\n')
                            .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(request.body()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HASH, e);
        }
    }
}
