package dev.ose.server.admin.login;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminCaller;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Authenticates the keeper of this machine as an administrator of the provider. Needs no database, so the keeper can
 * query a node without one. Any other login is left to the next filter, which does not know this scheme.
 */
public final class KeeperLogin extends OncePerRequestFilter {

    /** The scheme of the {@code Authorization} header, before the login. */
    public static final String SCHEME = "OSE-Keeper ";

    private static final AdminCaller KEEPER = new AdminCaller.Provider("keeper");

    private final Optional<Secret> login;

    /** @param login absent on a node that no keeper started */
    public KeeperLogin(Optional<Secret> login) {
        this.login = login;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isKeeper(request)) {
            Logins.accept(KEEPER, null);
        }
        chain.doFilter(request, response);
    }

    private boolean isKeeper(HttpServletRequest request) {
        @Nullable String shown = request.getHeader("Authorization");
        return shown != null && isShown(login, shown) && ThisMachine.sent(request);
    }

    /**
     * Whether an {@code Authorization} header shows the keeper's login, wherever it was sent. In constant time.
     *
     * @param login absent on a node that no keeper started
     */
    public static boolean isShown(Optional<Secret> login, String header) {
        return header.startsWith(SCHEME)
                && login.filter(Secret.of(header.substring(SCHEME.length()))::equals)
                        .isPresent();
    }
}
