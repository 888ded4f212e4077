package dev.ose.server.admin.account;

import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.factor.SecondFactors;
import dev.ose.server.admin.json.Input;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Second factors of tenants' users in the admin API. */
@RestController
@RequestMapping("/api/v1/admin/tenants/{tenant}/users/{user}/totp")
@Tag(name = "Users")
public class UserSecondFactorController {

    private final AccountStore accounts;
    private final SecondFactors factors;

    public UserSecondFactorController(AccountStore accounts, SecondFactors factors) {
        this.accounts = accounts;
        this.factors = factors;
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "End a user's second factor, for a lost device")
    void reset(@PathVariable String tenant, @PathVariable String user) {
        accounts.find(Input.tenant(tenant), Input.user(user)).ifPresent(account -> factors.end(account.id()));
    }
}
