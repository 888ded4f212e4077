package dev.ose.server.admin.audit;

import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.RateLimits;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request of the admin API an id, which its answer and its entry in the audit log show, and states in each
 * answer how many requests are served at once.
 */
public final class RequestIds extends OncePerRequestFilter {

    private static final String ATTRIBUTE = RequestIds.class.getName();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = HexFormat.of()
                .toHexDigits(ThreadLocalRandom.current().nextLong())
                .toUpperCase(Locale.ROOT);
        request.setAttribute(ATTRIBUTE, id);
        response.setHeader(Problem.REQUEST_ID, id);
        response.setHeader(RateLimits.POLICY, RateLimits.REQUESTS);
        chain.doFilter(request, response);
    }

    /** The id of a request; empty if it has none. */
    public static String of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof String id ? id : "";
    }
}
