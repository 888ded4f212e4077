package dev.ose.server.iam.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Users begun by a token and deleted before they are finished. */
class HalfMadeUserRemovalTest extends NewUserFixture {

    @Test
    void halfMadeUserIsRemovedAndItsTenantAfterIt() throws Exception {
        UserId zoe = begin();

        node.removal(platform).removeUser(tenant, zoe);

        assertEnded(zoe);
        assertThat(assume("zoe", token("s-1", "zoe")).failure()).isEqualTo("AccessDenied");
        for (User other : node.provisioning.listUsers(tenant, "", 100)) {
            node.removal(platform).removeUser(tenant, other.id());
        }
        node.removal(platform).removeTenant(tenant);
        assertThat(node.tenants.find(tenant)).isEmpty();
    }

    @Test
    void unrecordedCounterpartIsRetired() throws Exception {
        UserId zoe = begin();
        User drawn = node.provisioning.draftUser(tenant, "zoe");
        PlatformUserId left = node.memoryPlatform
                .createUser(
                        node.platform.id(),
                        node.tenants.counterpart(tenant),
                        new User(
                                zoe,
                                tenant,
                                "zoe",
                                drawn.role(),
                                drawn.status(),
                                drawn.canonicalId(),
                                drawn.createdAt()))
                .id();
        node.memoryPlatform.createKey(node.platform.id(), left);

        node.removal(platform).removeUser(tenant, zoe);

        assertEnded(zoe);
    }

    @Test
    void platformThatRefusesTheUserDoesNotBlockItsRemoval() throws Exception {
        UserId zoe = begin();
        failWith(new Failure.PlatformUnreachable("main"));
        assertThatThrownBy(() -> node.removal(platform).removeUser(tenant, zoe)).isInstanceOf(FailureException.class);
        failWith(new Failure.PlatformRefused("main", "not such a name"));

        node.removal(platform).removeUser(tenant, zoe);

        assertThat(rowsOf(zoe)).isZero();
    }

    @Test
    void userWhoIsRemovedWhileItIsMadeLeavesNothingThere() throws Exception {
        for (String step : new String[] {"createUser", "listKeys", "createKey"}) {
            String name = "u-" + step.toLowerCase(Locale.ROOT);
            beforeCall = operation -> {
                if (operation.equals(step)) {
                    beforeCall = nothing -> {};
                    node.removal(node.memoryPlatform).removeUser(tenant, idOf(step));
                }
            };

            assertThat(assume(name, token(step, name)).status()).as(step).isNotEqualTo(200);

            assertEnded(idOf(step));
        }
    }

    /** As if the platform had not answered. */
    private UserId begin() throws Exception {
        failWith(new Failure.OutcomeUnknown("CreateUser"));
        assertThat(assume("zoe", token("s-1", "zoe")).status()).isNotEqualTo(200);
        beforeCall = operation -> {};
        return idOf("s-1");
    }

    private void failWith(Failure failure) {
        beforeCall = operation -> {
            throw new FailureException(failure);
        };
    }

    private UserId idOf(String subject) {
        return node.database
                .first(
                        "SELECT user_id FROM federated_user WHERE tenant_id = ? AND subject = ?",
                        row -> new UserId(row.getObject(1, UUID.class)),
                        tenant,
                        subject)
                .orElseThrow();
    }

    private void assertEnded(UserId user) {
        assertThat(rowsOf(user)).isZero();
        PlatformUserId counterpart = new PlatformUserId("user-" + user);
        assertThat(node.memoryPlatform.active.getOrDefault(counterpart, true)).isFalse();
        assertThat(node.memoryPlatform.listKeys(node.platform.id(), counterpart))
                .isEmpty();
    }

    private long rowsOf(UserId user) {
        return node.database
                .first("SELECT count(*) FROM tenant_user WHERE id = ?", row -> row.getLong(1), user)
                .orElseThrow();
    }
}
