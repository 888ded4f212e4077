package dev.ose.server.admin.login;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.UserOperation;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.session.ShownSession;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Logins of tenants' users, with which they use the admin API as {@code user@tenant}. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/login")
@Tag(name = "Users")
public class LoginController {

    private final Provisioning provisioning;
    private final AccountStore logins;
    private final Passwords passwords;

    public LoginController(Provisioning provisioning, AccountStore logins, Passwords passwords) {
        this.provisioning = provisioning;
        this.logins = logins;
        this.passwords = passwords;
    }

    /**
     * A new password.
     *
     * @param mustChange whether another one has to be chosen at the first sign-in; null for no
     */
    record NewLogin(
            @Required
            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
            @Nullable
            Secret password,

            @Nullable Boolean mustChange) {}

    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Let a user log in to the admin API as USER@TENANT, or change the password",
            description =
                    "With mustChange the password is good for choosing another one only. In a session one's own is"
                            + " changed at /api/v1/admin/me/password, which requires the current one.")
    void put(@PathVariable String tenant, @PathVariable String user, @RequestBody NewLogin request) {
        Secret password = Input.required("password", request.password());
        User found = existing(tenant, user);
        boolean isOwn = Logins.caller() instanceof AdminCaller.Member member
                && member.user().equals(found.id());
        if (isOwn && Logins.means(ShownSession.class).isPresent()) {
            throw new FailureException(new Failure.NotAllowed(
                    UserOperation.PUT_LOGIN.title() + " for yourself in a session, but ChangePassword"));
        }
        PasswordHash hash = passwords.hash(LoginRules.checkPassword("password", password, found.name()));
        logins.putLogin(found.tenant(), found.id(), hash, Boolean.TRUE.equals(request.mustChange()) && !isOwn);
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Take a user's login to the admin API away")
    void delete(@PathVariable String tenant, @PathVariable String user) {
        User found = existing(tenant, user);
        logins.removeLogin(found.tenant(), found.id());
    }

    private User existing(String tenant, String user) {
        TenantId home = Input.tenant(tenant);
        return provisioning.user(home, Input.user(user));
    }
}
