package dev.ose.server.admin.login;

import dev.ose.server.admin.json.Problem;
import dev.ose.server.admin.json.RateLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.filter.CorsFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * CORS of the admin API: pages of the named origins only. They read no answer to a request with credentials that a
 * browser adds; a page of another origin adds its login in a header, and the cookie of a session counts for the node's
 * own pages alone.
 */
public final class BrowserOrigins extends DefaultCorsProcessor {

    /** Short, so that browsers do not long know an origin that a restarted node no longer does. */
    private static final Duration PREFLIGHT_KEPT = Duration.ofMinutes(10);

    private static final List<String> METHODS = List.of(
            HttpMethod.GET.name(),
            HttpMethod.HEAD.name(),
            HttpMethod.POST.name(),
            HttpMethod.PUT.name(),
            HttpMethod.PATCH.name(),
            HttpMethod.DELETE.name());

    private final JsonMapper json;
    private final Consumer<String> refused;

    private BrowserOrigins(JsonMapper json, Consumer<String> refused) {
        this.json = json;
        this.refused = refused;
    }

    /**
     * A filter before authentication, because a preflight has no login.
     *
     * @param allowed origins as in the Origin header
     * @param refused receives each refused origin, every time
     */
    public static CorsFilter filter(Set<String> allowed, JsonMapper json, Consumer<String> refused) {
        CorsConfiguration rules = new CorsConfiguration();
        rules.setAllowedOrigins(List.copyOf(allowed));
        rules.setAllowedMethods(METHODS);
        rules.setAllowedHeaders(List.of(
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "If-Match",
                "If-None-Match",
                "X-VMWARE-VCLOUD-AUTH-CONTEXT",
                "X-VMWARE-VCLOUD-TENANT-CONTEXT"));
        rules.setExposedHeaders(List.of("ETag", "Link", "Retry-After", RateLimits.LEFT, RateLimits.POLICY));
        rules.setMaxAge(PREFLIGHT_KEPT);
        CorsFilter filter = new CorsFilter(request -> rules);
        filter.setCorsProcessor(new BrowserOrigins(json, refused));
        return filter;
    }

    @Override
    protected boolean handleInternal(
            ServerHttpRequest request, ServerHttpResponse response, CorsConfiguration rules, boolean isPreflight)
            throws IOException {
        @Nullable String origin = request.getHeaders().getOrigin();
        if (origin != null && rules.checkOrigin(origin) == null) {
            refused.accept(origin);
        }
        return super.handleInternal(request, response, rules, isPreflight);
    }

    @Override
    protected void rejectRequest(ServerHttpResponse response) throws IOException {
        response.setStatusCode(HttpStatus.FORBIDDEN);
        response.getHeaders().setContentType(MediaType.parseMediaType(Problem.MEDIA_TYPE));
        response.getBody()
                .write(json.writeValueAsBytes(Problem.of(
                        403,
                        "OSE-2107",
                        "Page not allowed",
                        "Pages of this origin may not do this; the provider allows origins with ose director set.")));
        response.flush();
    }
}
