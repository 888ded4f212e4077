package dev.ose.adapter.aws;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.organizations.OrganizationsClient;
import software.amazon.awssdk.services.organizations.model.Account;
import software.amazon.awssdk.services.organizations.model.AccountStatus;
import software.amazon.awssdk.services.organizations.model.CreateAccountState;
import software.amazon.awssdk.services.organizations.model.CreateAccountStatus;
import software.amazon.awssdk.services.organizations.model.Tag;

/** The accounts of the organisation, and orders to create some. */
final class AwsAccounts {

    private final AwsCalls calls;
    private final AwsClients clients;
    private final AwsPlatformConfig config;

    AwsAccounts(AwsCalls calls, AwsClients clients, AwsPlatformConfig config) {
        this.calls = calls;
        this.clients = clients;
        this.config = config;
    }

    private OrganizationsClient organizations() {
        return clients.organizations();
    }

    /** Fails unless the login may look at the organisation. */
    void check() {
        calls.read("find the organisation", () -> organizations().describeOrganization());
    }

    Optional<String> findByEmail(String email) {
        return find(account -> account.email().equalsIgnoreCase(email));
    }

    /** Asks for the tags of one account after the other. */
    Optional<String> findByTag(PlatformTenantId tenant) {
        Tag wanted =
                Tag.builder().key(AwsNames.TENANT_TAG).value(tenant.value()).build();
        return find(account -> tags(account.id()).contains(wanted));
    }

    private List<Tag> tags(String account) {
        return calls.read(
                "list the tags of an account",
                () ->
                        organizations()
                                .listTagsForResourcePaginator(request -> request.resourceId(account))
                                .tags()
                                .stream()
                                .toList());
    }

    private Optional<String> find(Predicate<Account> condition) {
        List<Account> all = calls.read(
                "list the accounts of the organisation", () -> organizations().listAccountsPaginator().stream()
                        .flatMap(page -> page.accounts().stream())
                        .toList());
        return all.stream()
                .filter(account -> account.status() == AccountStatus.ACTIVE)
                .filter(condition)
                .map(Account::id)
                .findFirst();
    }

    /** Whether the account is in order; empty if the organisation has no such account. */
    Optional<Boolean> isActive(String account) {
        return calls.find(
                        "find an account",
                        () -> organizations().describeAccount(request -> request.accountId(account)),
                        "AccountNotFoundException")
                .map(found -> found.account().status() == AccountStatus.ACTIVE);
    }

    CreateAccountStatus create(PlatformTenantId tenant, String name, String email) {
        @Nullable
        CreateAccountStatus status = calls.change("create an account", () -> organizations()
                        .createAccount(request -> request.accountName(AwsNames.account(tenant, name))
                                .email(email)
                                .roleName(config.accounts().role())
                                .tags(Tag.builder()
                                        .key(AwsNames.TENANT_TAG)
                                        .value(tenant.value())
                                        .build())))
                .createAccountStatus();
        if (status == null) {
            throw new PlatformException(Kind.OUTCOME_UNKNOWN, "AWS did not say what became of a new account.");
        }
        return status;
    }

    /** The number of an order for an account of this name, which is waited for unless it is too late. */
    Optional<String> awaitOrder(String name, BooleanSupplier isSettled, boolean isLate) {
        AtomicReference<Optional<String>> found = new AtomicReference<>(findOrder(name));
        if (!isLate) {
            config.patience().until(() -> {
                if (found.get().isEmpty() && !isSettled.getAsBoolean()) {
                    found.set(findOrder(name));
                    return found.get().isPresent();
                }
                return true;
            });
        }
        return found.get();
    }

    private Optional<String> findOrder(String name) {
        List<CreateAccountStatus> orders = calls.read("list orders of accounts", () -> organizations()
                .listCreateAccountStatusPaginator(
                        request -> request.states(CreateAccountState.IN_PROGRESS, CreateAccountState.SUCCEEDED))
                .stream()
                .flatMap(page -> page.createAccountStatuses().stream())
                .toList());
        return orders.stream()
                .filter(order -> name.equals(order.accountName()))
                .map(CreateAccountStatus::id)
                .findFirst();
    }

    /** What AWS says of an order once it is decided, or as long as is waited for that. */
    CreateAccountStatus await(String order) {
        AtomicReference<CreateAccountStatus> last = new AtomicReference<>(status(order));
        config.patience().until(() -> {
            if (!AwsOnboarding.isDecided(last.get())) {
                last.set(status(order));
            }
            return AwsOnboarding.isDecided(last.get());
        });
        return last.get();
    }

    private CreateAccountStatus status(String order) {
        return calls.read("follow an order of an account", () -> organizations()
                        .describeCreateAccountStatus(request -> request.createAccountRequestId(order)))
                .createAccountStatus();
    }

    /** Whether the login may assume the role of an account, which a new one has after a while. */
    boolean isAssumable(String account) {
        return config.patience().until(() -> clients.find(account).isPresent());
    }
}
