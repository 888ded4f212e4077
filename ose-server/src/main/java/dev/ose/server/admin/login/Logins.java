package dev.ose.server.admin.login;

import dev.ose.server.admin.access.AdminCaller;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** Logins that were found right, as Spring Security keeps them. */
public final class Logins {

    private Logins() {}

    /** The login of a caller. */
    static UsernamePasswordAuthenticationToken of(AdminCaller caller) {
        return UsernamePasswordAuthenticationToken.authenticated(
                caller,
                null,
                List.of(new SimpleGrantedAuthority("ROLE_" + caller.role().name())));
    }

    /** The sender of the request that this thread serves. */
    public static AdminCaller caller() {
        @Nullable Authentication login = SecurityContextHolder.getContext().getAuthentication();
        return login != null && login.getPrincipal() instanceof AdminCaller caller
                ? caller
                : new AdminCaller.Anonymous();
    }

    /** The means of authentication of the request that this thread serves, if it is of that type. */
    public static <T> Optional<T> means(Class<T> type) {
        @Nullable Authentication login = SecurityContextHolder.getContext().getAuthentication();
        return Optional.ofNullable(login)
                .map(Authentication::getDetails)
                .filter(type::isInstance)
                .map(type::cast);
    }

    /**
     * Has the request that this thread serves be the caller's.
     *
     * @param means what it was let in by, in addition; null if nothing has to be known of it
     */
    public static void accept(AdminCaller caller, @Nullable Object means) {
        UsernamePasswordAuthenticationToken login = of(caller);
        login.setDetails(means);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(login);
        SecurityContextHolder.setContext(context);
    }
}
