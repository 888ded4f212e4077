package dev.ose.server.admin.login;

import dev.ose.server.admin.json.Problem;
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
 * Which pages may call the admin API: those of named origins, and of no others. A login is shown by the page itself, in
 * a header; nothing that a browser would add by itself is ever asked for, so that a page can do no more than who wrote
 * it knows.
 */
public final class BrowserOrigins extends DefaultCorsProcessor {

    /** Short, because an origin that is taken back must soon be without. */
    private static final Duration PREFLIGHT_KEPT = Duration.ofMinutes(10);

    private static final List<String> METHODS = List.of(
            HttpMethod.GET.name(),
            HttpMethod.HEAD.name(),
            HttpMethod.POST.name(),
            HttpMethod.PUT.name(),
            HttpMethod.DELETE.name());

    private final JsonMapper json;
    private final Consumer<String> refused;

    private BrowserOrigins(JsonMapper json, Consumer<String> refused) {
        this.json = json;
        this.refused = refused;
    }

    /**
     * Stands before the login, because a preflight shows none.
     *
     * @param allowed origins as browsers write them
     * @param refused told each origin that is not among them, as often as it comes
     */
    public static CorsFilter filter(Set<String> allowed, JsonMapper json, Consumer<String> refused) {
        CorsConfiguration rules = new CorsConfiguration();
        rules.setAllowedOrigins(List.copyOf(allowed));
        rules.setAllowedMethods(METHODS);
        rules.setAllowedHeaders(List.of("Authorization", "Content-Type"));
        rules.setExposedHeaders(List.of("Retry-After"));
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
