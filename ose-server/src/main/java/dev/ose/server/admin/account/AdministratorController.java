package dev.ose.server.admin.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.Administrator;
import dev.ose.server.admin.access.account.AdministratorStore;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.admin.access.factor.SecondFactors;
import dev.ose.server.admin.json.EntityTags;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretDeserializer;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.admin.login.Passwords;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Status;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Administrators of the provider in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/administrators")
@Tag(name = "Administrators")
public class AdministratorController {

    private final AdministratorStore administrators;
    private final AccountStore accounts;
    private final SecondFactors factors;
    private final Passwords passwords;
    private final ListReader lists;

    public AdministratorController(
            AdministratorStore administrators,
            AccountStore accounts,
            SecondFactors factors,
            Passwords passwords,
            ListReader lists) {
        this.administrators = administrators;
        this.accounts = accounts;
        this.factors = factors;
        this.passwords = passwords;
        this.lists = lists;
    }

    /**
     * A new administrator.
     *
     * @param mustChange whether another password has to be chosen at the first sign-in; null for yes
     */
    record NewAdministrator(
            @Required @Nullable String name,

            @Required
            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
            @Nullable
            Secret password,

            @Nullable Boolean mustChange) {}

    /**
     * Another password.
     *
     * @param mustChange whether another one has to be chosen at the next sign-in; null for yes
     */
    record NewPassword(
            @Required
            @JsonDeserialize(using = SecretDeserializer.class)
            @Schema(type = "string", minLength = LoginRules.MIN_LENGTH, maxLength = LoginRules.MAX_LENGTH)
            @Nullable
            Secret password,

            @Nullable Boolean mustChange) {}

    /** The JSON document of an administrator. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AdministratorView(
            String name,
            Status status,
            boolean mustChange,
            boolean secondFactor,
            @Nullable String identityProvider,
            Instant createdAt,
            @Nullable Instant signedInAt) {

        static AdministratorView of(Administrator administrator) {
            return new AdministratorView(
                    administrator.name(),
                    administrator.status(),
                    administrator.mustChange(),
                    administrator.hasSecondFactor(),
                    administrator.identityProvider(),
                    administrator.createdAt(),
                    administrator.signedInAt());
        }
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Add an administrator of the provider",
            description = "Unless mustChange is false, the password is good for choosing another one only.")
    ResponseEntity<AdministratorView> add(@RequestBody NewAdministrator request) {
        String name = LoginRules.checkName(Input.required("name", request.name()));
        PasswordHash hash = hash(request.password(), name);
        if (!administrators.add(name, hash, !Boolean.FALSE.equals(request.mustChange()))) {
            throw new FailureException(new Failure.AlreadyExists("administrator", name));
        }
        return ResponseEntity.status(HttpStatus.CREATED).body(get(name).getBody());
    }

    @GetMapping
    @Operation(
            summary = "List the administrators of the provider",
            description = "Filtered and ordered by name, status, identityProvider, createdAt and signedInAt.")
    Page<AdministratorView> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.ADMINISTRATORS);
        return ListPart.page(query, lists.administrators(query), AdministratorView::of);
    }

    @GetMapping("/{administrator}")
    @Operation(summary = "Show an administrator of the provider")
    ResponseEntity<AdministratorView> get(@PathVariable String administrator) {
        return EntityTags.answer(administrators
                .find(known(administrator))
                .orElseThrow(() -> missing(administrator))
                .map(AdministratorView::of));
    }

    @PostMapping("/{administrator}/disable")
    @Operation(summary = "Refuse an administrator's logins and end its sessions; not of the last one that is enabled")
    ResponseEntity<AdministratorView> disable(@PathVariable String administrator) {
        administrators.setStatus(known(administrator), Status.DISABLED);
        return get(administrator);
    }

    @PostMapping("/{administrator}/enable")
    @Operation(summary = "Accept an administrator's logins again")
    ResponseEntity<AdministratorView> enable(@PathVariable String administrator) {
        administrators.setStatus(known(administrator), Status.ACTIVE);
        return get(administrator);
    }

    @DeleteMapping("/{administrator}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Remove an administrator, with its sessions and tokens; not the last one that is enabled")
    void remove(
            @PathVariable String administrator,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
        administrators.remove(known(administrator), EntityTags.expected(ifMatch));
    }

    @PutMapping("/{administrator}/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Set the password of another administrator and end its sessions",
            description = "Unless mustChange is false, it is good for choosing another one only. One's own is changed"
                    + " at /api/v1/admin/me/password, which requires the current one.")
    void putPassword(
            @PathVariable String administrator,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestBody NewPassword request) {
        String name = known(administrator);
        if (Logins.caller() instanceof AdminCaller.Provider(String caller) && caller.equals(name)) {
            throw new FailureException(new Failure.NotAllowed(
                    AccountOperation.PUT_ADMINISTRATOR_PASSWORD.title() + " for yourself, but ChangePassword"));
        }
        PasswordHash hash = hash(request.password(), name);
        administrators.putPassword(
                name, hash, !Boolean.FALSE.equals(request.mustChange()), EntityTags.expected(ifMatch));
    }

    @DeleteMapping("/{administrator}/totp")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End an administrator's second factor, for a lost device")
    void resetSecondFactor(@PathVariable String administrator) {
        String name = known(administrator);
        Account account = accounts.of(new AdminCaller.Provider(name)).orElseThrow(() -> missing(name));
        factors.end(account.id());
    }

    private PasswordHash hash(@Nullable Secret password, String owner) {
        return passwords.hash(LoginRules.checkPassword("password", Input.required("password", password), owner));
    }

    /** A name that cannot exist is as unknown as one that does not. */
    private static String known(String name) {
        try {
            return LoginRules.checkName(name);
        } catch (FailureException e) {
            throw missing(name);
        }
    }

    private static FailureException missing(String name) {
        return new FailureException(
                new Failure.NotFound("administrator", name.substring(0, Math.min(name.length(), 64))));
    }
}
