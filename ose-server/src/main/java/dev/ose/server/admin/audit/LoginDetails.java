package dev.ose.server.admin.audit;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** The origin of a login, and its request. */
public final class LoginDetails extends WebAuthenticationDetails {

    private static final long serialVersionUID = 1L;

    private final String requestId;

    public LoginDetails(HttpServletRequest request) {
        super(request);
        this.requestId = RequestIds.of(request);
    }

    String requestId() {
        return requestId;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other) && other instanceof LoginDetails details && requestId.equals(details.requestId);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + requestId.hashCode();
    }
}
