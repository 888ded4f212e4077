package dev.ose.server.admin.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ose.s3.AddressRange;
import dev.ose.server.admin.AdminGuard;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.Provisioning;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;

/**
 * Records sign-ins of browsers, which need no login, so that such calls do not fill the audit log: each one that is
 * checked, before its session opens, and of answers to no sign-in of the browser one in a quarter of an hour for each
 * network. What is refused unread has no entry. {@link AuditedAnswers} records the end. Thread-safe; blocks on the
 * database.
 */
public final class RecordedSessions {

    private static final Duration REMEMBERED = Duration.ofMinutes(15);
    private static final int REMEMBERED_NETWORKS = 10_000;

    private final AuditedCalls calls;
    private final Cache<List<Object>, Boolean> unasked = Caffeine.newBuilder()
            .maximumSize(REMEMBERED_NETWORKS)
            .expireAfterWrite(REMEMBERED)
            .build();

    public RecordedSessions(AuditTrail trail, Provisioning provisioning) {
        this.calls = new AuditedCalls(() -> trail, () -> provisioning);
    }

    /** Records a sign-in that was checked, once. Fails like {@link AuditTrail#begin}, and then no session must open. */
    public void checked(HttpServletRequest request) {
        if (!OpenCall.isIn(request)) {
            calls.begin(operation(request), request);
        }
    }

    /** Records a refusal of what was checked; nothing if it was not. Fails like {@link AuditTrail#begin}. */
    public void refused(HttpServletRequest request, Failure why) {
        boolean isDecision =
                switch (why) {
                    case Failure.TooManyWrongLogins _ -> false;
                    case Failure.OfLogin _, Failure.OfAccess _ -> true;
                    case Failure.OfRequest _, Failure.OfState _, Failure.OfService _ -> false;
                };
        if (isDecision) {
            checked(request);
        }
    }

    /** Records the answer of an identity provider to no sign-in of the browser. Fails like {@link AuditTrail#begin}. */
    public void unasked(HttpServletRequest request) {
        List<Object> key = List.of(operation(request), AddressRange.networkOf(String.valueOf(request.getRemoteAddr())));
        // Asked, recorded and only then noted: a call whose entry failed is recorded by the next one.
        if (!OpenCall.isIn(request) && unasked.getIfPresent(key) == null) {
            checked(request);
            unasked.put(key, true);
        }
    }

    private static AdminOperation operation(HttpServletRequest request) {
        return AdminGuard.operation(request).orElseThrow();
    }
}
