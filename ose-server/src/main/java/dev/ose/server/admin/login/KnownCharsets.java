package dev.ose.server.admin.login;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests whose content type names a charset that is none. Spring looks it up wherever it reads header fields,
 * also where it writes a refusal.
 */
public final class KnownCharsets extends OncePerRequestFilter {

    private final RefusalWriter refusals;

    public KnownCharsets(RefusalWriter refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isKnown(request.getCharacterEncoding())) {
            chain.doFilter(request, response);
        } else {
            refusals.refuseCharset(request, response);
        }
    }

    private static boolean isKnown(@Nullable String charset) {
        try {
            return charset == null || Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
