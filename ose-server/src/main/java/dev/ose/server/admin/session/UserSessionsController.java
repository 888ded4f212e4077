package dev.ose.server.admin.session;

import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.SessionId;
import dev.ose.server.admin.access.session.SessionStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sessions of a tenant's users at the admin API, for administrators. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/sessions")
@Tag(name = "Users")
public class UserSessionsController {

    private final Provisioning provisioning;
    private final AccountStore accounts;
    private final Sessions sessions;
    private final SessionStore store;

    public UserSessionsController(
            Provisioning provisioning, AccountStore accounts, Sessions sessions, SessionStore store) {
        this.provisioning = provisioning;
        this.accounts = accounts;
        this.sessions = sessions;
        this.store = store;
    }

    @GetMapping
    @Operation(summary = "List a user's open sessions, the latest first")
    Page<OpenSessionView> list(@PathVariable String tenant, @PathVariable String user) {
        List<OpenSessionView> open = account(tenant, user).map(sessions::list).orElse(List.of()).stream()
                .map(session -> OpenSessionView.of(session, OwnSessionsController.present()))
                .toList();
        return new Page<>(open, null);
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End all sessions of a user")
    void endAll(@PathVariable String tenant, @PathVariable String user) {
        account(tenant, user).ifPresent(account -> store.closeAll(account.id()));
    }

    @DeleteMapping("/{session}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End a session of a user")
    void end(@PathVariable String tenant, @PathVariable String user, @PathVariable String session) {
        SessionId id = new SessionId(Input.id("session", session));
        if (account(tenant, user)
                .filter(account -> store.close(account.id(), id))
                .isEmpty()) {
            throw new FailureException(new Failure.NotFound("session", session));
        }
    }

    /** Empty for a user without a login. */
    private Optional<Account> account(String tenant, String user) {
        User found = provisioning.user(Input.tenant(tenant), Input.user(user));
        return accounts.find(found.tenant(), found.id());
    }
}
