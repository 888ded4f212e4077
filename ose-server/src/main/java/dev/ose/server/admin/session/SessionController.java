package dev.ose.server.admin.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminRole;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.KnownDevices;
import dev.ose.server.admin.access.session.SessionStore;
import dev.ose.server.admin.access.session.Sessions;
import dev.ose.server.admin.access.session.ShownSession;
import dev.ose.server.admin.audit.AuditedSubject;
import dev.ose.server.admin.audit.RecordedSessions;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.admin.login.LoginOrigin;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Signs browsers in and out. */
@RestController
@RequestMapping("/api/v1/session")
@Tag(name = "Session")
public class SessionController {

    private final SignIn signIn;
    private final Sessions sessions;
    private final SessionStore store;
    private final AccountStore accounts;
    private final KnownDevices devices;
    private final RecordedSessions recorded;

    public SessionController(
            SignIn signIn,
            Sessions sessions,
            SessionStore store,
            AccountStore accounts,
            KnownDevices devices,
            RecordedSessions recorded) {
        this.signIn = signIn;
        this.sessions = sessions;
        this.store = store;
        this.accounts = accounts;
        this.devices = devices;
        this.recorded = recorded;
    }

    /**
     * A sign-in.
     *
     * @param tenant the name of the user's tenant; null for the provider's administrators
     * @param code of the second factor, if the account has one
     * @param newPassword chosen in place of the present one
     */
    record Credentials(
            @Nullable String tenant,

            @Required @Nullable String user,

            @Required @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret password,

            @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret code,

            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
            @Nullable
            Secret newPassword) {}

    /**
     * The session.
     *
     * @param tenant absent for the provider's administrators
     * @param csrf to be repeated in {@code X-OSE-CSRF} by requests that change something; absent if the request came by
     *     no session
     * @param expiresAt when it ends even if it is used
     * @param idleSeconds how long it may be unused
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SessionView(
            String name,
            AdminRole role,
            @Nullable String tenant,
            @Nullable String user,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string") @Nullable
            Secret csrf,

            @Nullable Instant expiresAt,
            @Nullable Long idleSeconds) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Sign in: the answer sets a cookie, and contains the token that writes repeat in X-OSE-CSRF",
            description = "OSE-2110: repeat it with code. OSE-2111: repeat it with newPassword. A session that the"
                    + " browser had ends.")
    SessionView signIn(@RequestBody Credentials request, HttpServletRequest from, HttpServletResponse response) {
        String user = Input.required("user", request.user());
        String tenant = request.tenant();
        String name = tenant == null || tenant.isEmpty() ? user : user + '@' + tenant;
        AuditedSubject.noteLogin(from, name);
        SignIn.Proof proof = new SignIn.Proof(
                name, Input.required("password", request.password()), request.code(), request.newPassword());
        LoginOrigin origin = SessionCookie.origin(from);
        Sessions.Opened opened = open(proof, origin, from);
        SessionCookie.SESSION.of(from).ifPresent(sessions::end);
        SessionCookie.SESSION.set(response, opened.bearer());
        SessionCookie.DEVICE.set(response, devices.know(opened.account(), origin.device()));
        return view(opened.account().caller(), opened.bearer(), opened.expiresAt());
    }

    private Sessions.Opened open(SignIn.Proof proof, LoginOrigin origin, HttpServletRequest from) {
        Device device = Device.of(from.getHeader("User-Agent"), from.getRemoteAddr());
        try {
            return signIn.signIn(proof, device, origin, () -> recorded.checked(from));
        } catch (FailureException e) {
            recorded.refused(from, e.failure());
            throw e;
        }
    }

    @GetMapping
    @Operation(summary = "Show the session")
    SessionView get() {
        Optional<ShownSession> used = Logins.means(ShownSession.class);
        return view(
                Logins.caller(),
                used.map(ShownSession::bearer).orElse(null),
                used.map(ShownSession::expiresAt).orElse(null));
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Sign out; with all, in every browser")
    void signOut(
            @Parameter(description = "Whether all sessions of the account end.") @RequestParam(defaultValue = "false")
                    boolean all,
            HttpServletResponse response) {
        if (all) {
            accounts.of(Logins.caller()).ifPresent(account -> store.closeAll(account.id()));
        }
        Logins.means(ShownSession.class).ifPresent(used -> sessions.end(used.bearer()));
        SessionCookie.SESSION.clear(response);
    }

    private SessionView view(AdminCaller caller, @Nullable Secret bearer, @Nullable Instant expiresAt) {
        boolean isMember = caller instanceof AdminCaller.Member;
        String name = caller.getName();
        int sign = name.lastIndexOf('@');
        return new SessionView(
                name,
                caller.role(),
                isMember ? name.substring(sign + 1) : null,
                isMember ? name.substring(0, sign) : name,
                bearer == null ? null : Sessions.companion(bearer),
                expiresAt,
                bearer == null ? null : sessions.idle().toSeconds());
    }
}
