package dev.ose.server.admin.audit;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.audit.AuditId;
import dev.ose.server.audit.AuditTarget;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * A call that is recorded and not answered yet.
 *
 * @param target what its path names
 */
record OpenCall(AdminOperation operation, AuditId id, AuditTarget target) {

    private static final String ATTRIBUTE = OpenCall.class.getName();

    static void put(HttpServletRequest request, OpenCall call) {
        request.setAttribute(ATTRIBUTE, call);
    }

    static boolean isIn(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof OpenCall;
    }

    /** That of a request, which from now on has none. */
    static Optional<OpenCall> take(HttpServletRequest request) {
        Optional<OpenCall> call =
                request.getAttribute(ATTRIBUTE) instanceof OpenCall open ? Optional.of(open) : Optional.empty();
        request.removeAttribute(ATTRIBUTE);
        return call;
    }
}
