package dev.ose.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.database.InterceptingProxy;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.testkit.PostgresFixture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of users, in OSE and on the platform. */
class UserChangeTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static StoreFixture node;
    private static TenantId tenant;
    private static int users;

    private UserId ann;
    private PlatformUserId counterpart;

    @BeforeAll
    static void open() {
        node = new StoreFixture(POSTGRES.database());
        tenant = node.provisioning.createTenant("changing", node.platform.id()).id();
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void createUser() {
        ann = node.provisioning
                .createUser(tenant, "ann-" + users++, Role.TENANT_USER)
                .user()
                .id();
        counterpart = node.provisioning.counterpart(tenant, ann);
    }

    private void edit(Provisioning provisioning, UserChange change) {
        provisioning.editUser(tenant, ann, change, new Expected.Anything());
    }

    private static UserChange to(@Nullable Status status) {
        return new UserChange(UnaryOperator.identity(), null, status);
    }

    @Test
    void suspensionThatDidNotReachThePlatformDoesSoIfItIsRepeated() {
        PlatformAdministration dead =
                InterceptingProxy.before(PlatformAdministration.class, node.memoryPlatform, "setUserActive", () -> {
                    throw new FailureException(new Failure.PlatformUnreachable("main"));
                });
        assertThatThrownBy(() -> edit(node.provisioning(dead), to(Status.DISABLED)))
                .isInstanceOf(FailureException.class);
        assertThat(node.memoryPlatform.active).doesNotContainEntry(counterpart, false);

        edit(node.provisioning, to(Status.DISABLED));

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
        edit(node.provisioning, to(null));
        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
    }

    @Test
    void invalidChangeIsRefusedBeforeThePlatformIsCalled() {
        edit(node.provisioning, to(Status.DISABLED));
        UserChange invalid = new UserChange(_ -> new UserProfile(null, "no address"), null, Status.ACTIVE);

        assertThatThrownBy(() -> edit(node.provisioning, invalid))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isInstanceOf(Failure.Invalid.class));

        assertThat(node.memoryPlatform.active).containsEntry(counterpart, false);
        assertThat(node.provisioning.user(tenant, ann).status()).isEqualTo(Status.DISABLED);
    }
}
