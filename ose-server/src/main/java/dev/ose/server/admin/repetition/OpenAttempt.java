package dev.ose.server.admin.repetition;

import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.repetition.CallStore;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.UUID;

/** An attempt that is being carried out, which its request carries. */
record OpenAttempt(CallStore.Key key, UUID attempt, AdminOperation operation) {

    private static final String ATTRIBUTE = OpenAttempt.class.getName();

    void putInto(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    static Optional<OpenAttempt> of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof OpenAttempt open ? Optional.of(open) : Optional.empty();
    }
}
