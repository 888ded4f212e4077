package dev.ose.server.admin.account;

import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.factor.SecondFactors;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.admin.login.LoginCheck;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.session.SessionCookie;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** The caller's own second factor in the admin API: codes of a device that change every 30 seconds. */
@RestController
@RequestMapping("/api/v1/admin/me/totp")
@Tag(name = "Caller")
public class SecondFactorController {

    private static final String ISSUER = "OSE";

    private final AccountStore accounts;
    private final SecondFactors factors;
    private final LoginCheck logins;

    public SecondFactorController(AccountStore accounts, SecondFactors factors, LoginCheck logins) {
        this.accounts = accounts;
        this.factors = factors;
        this.logins = logins;
    }

    /** Whether the account has a second factor. */
    @Schema(name = "SecondFactorState")
    record StateView(boolean enabled) {}

    /** The password, which the finder of an open browser lacks. */
    @Schema(name = "PasswordProof")
    record Password(
            @Required @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret password) {}

    /**
     * A key that is not confirmed yet, shown this once.
     *
     * @param key in base32, to be typed into the device
     * @param uri the same to be drawn as a QR code
     */
    @Schema(name = "SecondFactorKey")
    record KeyView(
            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret key,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret uri) {}

    /** A code of the device. */
    @Schema(name = "SecondFactorCode")
    record Code(
            @Required @JsonDeserialize(using = SecretDeserializer.class) @Schema(type = "string") @Nullable
            Secret code) {}

    /** Recovery codes, shown this once. */
    @Schema(name = "RecoveryCodes")
    record RecoveryView(
            @JsonSerialize(contentUsing = SecretSerializer.class)
            List<Secret> recoveryCodes) {}

    @GetMapping
    @Operation(summary = "Show whether one's own account has a second factor")
    StateView get() {
        return new StateView(
                accounts.of(Logins.caller()).filter(Account::hasSecondFactor).isPresent());
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Make a key for a device; it counts once a code has confirmed it")
    KeyView begin(@RequestBody Password request, HttpServletRequest from) {
        Account own = proved(AccountOperation.BEGIN_SECOND_FACTOR, request.password(), from);
        Secret key = factors.begin(own.id());
        return new KeyView(key, uri(own.caller().getName(), key));
    }

    @PutMapping
    @Operation(
            summary = "Confirm the key with a code of the device",
            description = "From then on HTTP Basic is refused for the account: scripts use tokens. Each of the recovery"
                    + " codes is valid for one sign-in without the device; they are shown only once.")
    RecoveryView confirm(@RequestBody Code request) {
        Account own = own(AccountOperation.CONFIRM_SECOND_FACTOR);
        return new RecoveryView(factors.confirm(own.id(), Input.required("code", request.code())));
    }

    @PostMapping("/disable")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End one's own second factor, for which the password is needed")
    void end(@RequestBody Password request, HttpServletRequest from) {
        factors.end(proved(AccountOperation.END_SECOND_FACTOR, request.password(), from)
                .id());
    }

    private Account proved(AdminOperation operation, @Nullable Secret password, HttpServletRequest from) {
        Account own = own(operation);
        String typed = Input.required("password", password).use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        logins.check(own.caller().getName(), typed, SessionCookie.origin(from));
        return own;
    }

    private Account own(AdminOperation operation) {
        return accounts.of(Logins.caller())
                .orElseThrow(
                        () -> new FailureException(new Failure.NotAllowed(operation.title() + " without an account")));
    }

    /** As authenticator apps read it. */
    private static Secret uri(String name, Secret key) {
        String label = URLEncoder.encode(name, StandardCharsets.UTF_8);
        return Secret.of("otpauth://totp/" + ISSUER + ':' + label + "?issuer=" + ISSUER + "&secret="
                + key.use(bytes -> new String(bytes, StandardCharsets.US_ASCII)));
    }
}
