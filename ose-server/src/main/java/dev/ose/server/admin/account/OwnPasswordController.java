package dev.ose.server.admin.account;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.admin.session.SessionCookie;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/** The caller's own password in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/me/password")
@Tag(name = "Caller")
public class OwnPasswordController {

    private final AccountStore accounts;
    private final LoginCheck logins;
    private final Passwords passwords;

    public OwnPasswordController(AccountStore accounts, LoginCheck logins, Passwords passwords) {
        this.accounts = accounts;
        this.logins = logins;
        this.passwords = passwords;
    }

    /** The present password and the next one. */
    @Schema(name = "PasswordChange")
    record Change(
            @Required @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret password,

            @Required
            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
            @Nullable
            Secret newPassword) {}

    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Change one's own password, which ends all sessions of the account")
    void change(@RequestBody Change request, HttpServletRequest from) {
        AdminCaller caller = Logins.caller();
        Secret present = Input.required("password", request.password());
        Secret next = Input.required("newPassword", request.newPassword());
        Account own = accounts.of(caller)
                .orElseThrow(() -> new FailureException(
                        new Failure.NotAllowed(AccountOperation.CHANGE_PASSWORD.title() + " without an account")));
        Account proved = logins.check(
                caller.getName(),
                present.use(bytes -> new String(bytes, StandardCharsets.UTF_8)),
                SessionCookie.origin(from));
        if (!proved.id().equals(own.id())) {
            throw new FailureException(new Failure.WrongLogin());
        }
        var _ = accounts.changePassword(proved, passwords.hash(newPassword(next, present, caller)));
    }

    private static String newPassword(Secret next, Secret present, AdminCaller caller) {
        if (next.equals(present)) {
            throw new FailureException(new Failure.Invalid("newPassword", "must be another one"));
        }
        return LoginRules.checkPassword("newPassword", next, caller.getName());
    }
}
