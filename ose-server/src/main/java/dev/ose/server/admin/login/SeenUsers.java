package dev.ose.server.admin.login;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.tenant.credential.LastUses;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.function.Supplier;
import org.springframework.web.servlet.HandlerInterceptor;

/** Notes when a user of a tenant was seen last: a request that shows a right login counts, also if it is refused. */
public final class SeenUsers implements HandlerInterceptor {

    private final Supplier<LastUses> uses;
    private final Clock clock;

    /** @param uses waits for the node's start if it is not over yet */
    public SeenUsers(Supplier<LastUses> uses, Clock clock) {
        this.uses = uses;
        this.clock = clock;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (Logins.caller() instanceof AdminCaller.Member member) {
            uses.get().noteUser(member.tenant(), member.user(), clock.instant());
        }
        return true;
    }
}
