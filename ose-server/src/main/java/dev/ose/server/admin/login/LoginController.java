package dev.ose.server.admin.login;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.MemberLoginStore;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
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

    private static final int SHORTEST = 12;
    private static final int LONGEST = 256;

    private final Provisioning provisioning;
    private final MemberLoginStore logins;
    private final Passwords passwords;

    public LoginController(Provisioning provisioning, MemberLoginStore logins, Passwords passwords) {
        this.provisioning = provisioning;
        this.logins = logins;
        this.passwords = passwords;
    }

    /** A new password. */
    record NewLogin(
            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = SHORTEST, maxLength = LONGEST)
            @Nullable
            Secret password) {}

    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Let a user log in to the admin API as USER@TENANT, or change the password")
    void put(@PathVariable String tenant, @PathVariable String user, @RequestBody NewLogin request) {
        String typed =
                Input.required("password", request.password()).use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        if (typed.length() < SHORTEST || typed.length() > LONGEST) {
            throw new FailureException(
                    new Failure.Invalid("password", "must have " + SHORTEST + " to " + LONGEST + " characters"));
        }
        User found = existing(tenant, user);
        PasswordHash hash = passwords.hash(typed);
        logins.put(found.tenant(), found.id(), hash);
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Take a user's login to the admin API away")
    void delete(@PathVariable String tenant, @PathVariable String user) {
        User found = existing(tenant, user);
        logins.remove(found.tenant(), found.id());
    }

    private User existing(String tenant, String user) {
        TenantId home = Input.tenant(tenant);
        return provisioning.user(home, Input.user(user));
    }
}
