package dev.ose.server.admin.token;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.access.AccountOperation;
import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.AdminOperation;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.token.ApiToken;
import dev.ose.server.admin.access.token.ApiTokens;
import dev.ose.server.admin.access.token.TokenId;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.admin.json.Required;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.admin.login.Logins;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonSerialize;

/** The caller's own tokens in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/me/tokens")
@Tag(name = "Tokens")
public class TokenController {

    private final ApiTokens tokens;
    private final AccountStore accounts;
    private final ListReader lists;

    public TokenController(ApiTokens tokens, AccountStore accounts, ListReader lists) {
        this.tokens = tokens;
        this.accounts = accounts;
        this.lists = lists;
    }

    /** What a token is good for. */
    @Schema(name = "TokenScope")
    enum Scope {
        READ_ONLY,
        FULL
    }

    /**
     * A new token.
     *
     * @param tenant the id of the one tenant that it is good for; null for all that its account reaches
     */
    record NewToken(
            @Required @Nullable String name,
            @Required @Nullable Scope scope,
            @Schema(format = "uuid") @Nullable String tenant,
            @Required @Nullable Instant expiresAt) {}

    /** The JSON document of a token. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TokenView(
            @Schema(format = "uuid") String id,
            String name,
            Scope scope,
            @Schema(format = "uuid") @Nullable String tenant,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant lastUsedAt) {

        static TokenView of(ApiToken token) {
            TenantId tenant = token.scope().tenant();
            return new TokenView(
                    token.id().toString(),
                    token.name(),
                    token.scope().isReadOnly() ? Scope.READ_ONLY : Scope.FULL,
                    tenant == null ? null : tenant.toString(),
                    token.createdAt(),
                    token.expiresAt(),
                    token.usedAt());
        }
    }

    /** A token and, this once, what is sent as {@code Authorization: Bearer}. */
    record NewTokenView(
            TokenView token,

            @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string")
            Secret bearer) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Create a token for scripts; only this answer contains it",
            description = "It is sent as Authorization: Bearer, never does more than its account may do at that moment,"
                    + " and creates no tokens, passwords or administrators.")
    NewTokenView create(@RequestBody NewToken request) {
        Scope scope = Input.required("scope", request.scope());
        ApiTokens.Made made = tokens.create(
                own(AccountOperation.CREATE_TOKEN),
                Input.required("name", request.name()),
                new TokenScope(scope == Scope.READ_ONLY, tenant(request.tenant())),
                Input.required("expiresAt", request.expiresAt()));
        return new NewTokenView(TokenView.of(made.token()), made.bearer());
    }

    @GetMapping
    @Operation(
            summary = "List one's own tokens, expired ones included",
            description = "Filtered and ordered by name, scope, tenant, createdAt, expiresAt and lastUsedAt.")
    Page<TokenView> list(@ParameterObject @ModelAttribute ListPart part) {
        ListQuery query = part.query(AdminList.TOKENS);
        return accounts.of(Logins.caller())
                .map(own -> ListPart.<ApiToken, TokenView>page(query, lists.tokens(own.id(), query), TokenView::of))
                // The keeper has no account.
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    @DeleteMapping("/{token}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Revoke one of one's own tokens")
    void delete(@PathVariable String token) {
        tokens.delete(own(AccountOperation.DELETE_TOKEN), new TokenId(Input.id("token", token)));
    }

    private Account own(AdminOperation operation) {
        return accounts.of(Logins.caller())
                .orElseThrow(
                        () -> new FailureException(new Failure.NotAllowed(operation.title() + " without an account")));
    }

    /** Members have one tenant, and another looks like none. */
    private static @Nullable TenantId tenant(@Nullable String text) {
        if (text == null) {
            return null;
        }
        TenantId tenant = new TenantId(Input.id("tenant", text));
        if (Logins.caller() instanceof AdminCaller.Member member
                && !member.tenant().equals(tenant)) {
            throw new FailureException(new Failure.NotFound("tenant", text));
        }
        return tenant;
    }
}
