package dev.ose.server.admin.session;

import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.session.SessionId;
import dev.ose.server.admin.access.session.SessionStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.session.ShownSession;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
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

/** The caller's own sessions in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/me/sessions")
@Tag(name = "Session")
public class OwnSessionsController {

    private final Sessions sessions;
    private final SessionStore store;
    private final AccountStore accounts;

    public OwnSessionsController(Sessions sessions, SessionStore store, AccountStore accounts) {
        this.sessions = sessions;
        this.store = store;
        this.accounts = accounts;
    }

    @GetMapping
    @Operation(summary = "List one's own open sessions, the latest first")
    Page<OpenSessionView> list() {
        Optional<SessionId> present = present();
        List<OpenSessionView> open = accounts.of(Logins.caller()).map(sessions::list).orElse(List.of()).stream()
                .map(session -> OpenSessionView.of(session, present))
                .toList();
        return new Page<>(open, null);
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End one's own sessions, but the one that the request came by")
    void endOthers() {
        Account own = own();
        present().ifPresentOrElse(it -> store.closeOthers(own.id(), it), () -> store.closeAll(own.id()));
    }

    @DeleteMapping("/{session}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End one of one's own sessions")
    void end(@PathVariable String session) {
        if (!store.close(own().id(), new SessionId(Input.id("session", session)))) {
            throw new FailureException(new Failure.NotFound("session", session));
        }
    }

    private Account own() {
        return accounts.of(Logins.caller())
                .orElseThrow(() -> new FailureException(
                        new Failure.NotAllowed(AccountOperation.END_SESSION.title() + " without an account")));
    }

    /** The session that the request came by. */
    static Optional<SessionId> present() {
        return Logins.means(ShownSession.class).map(ShownSession::id);
    }
}
