package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node that is killed when its platform has made something of which the node has no note yet. */
final class ProvisioningCrashIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    /** More calls than it takes to make a user. */
    private static final int MAX_CALLS = 6;

    @TempDir
    Path folder;

    @Test
    void userWhoseMakingWasKilledBehindAnyCallIsFinishedByTheNextAttempt() {
        try (AdminRelay relay = new AdminRelay(SERVED.endpoint());
                Node node = OsisIT.startNode("provisioning-crash", relay.endpoint(), folder)) {
            String tenant =
                    node.admin().makeTenant("tenant-" + UUID.randomUUID()).tenant();
            int killed = 0;
            for (int call = 1; call <= MAX_CALLS; call++) {
                String name = "user" + call;
                relay.behindCall(call, node::kill);
                if (isMade(node, tenant, name, relay)) {
                    break;
                }
                killed++;
                node.start();
                worksAndHasNoTwin(node, node.admin().makeUser(tenant, name), name);
            }
            // To make the user, and to make or find its key.
            assertThat(killed).isBetween(2, MAX_CALLS - 1);
        }
    }

    private static boolean isMade(Node node, String tenant, String name, AdminRelay relay) {
        AdminApi admin = node.admin();
        if (callsAreOver(admin, tenant, name, relay)) {
            return true;
        }
        // The caller sees the end before the process has exited: kill again to wait for that.
        node.kill();
        return false;
    }

    private static boolean callsAreOver(AdminApi admin, String tenant, String name, AdminRelay relay) {
        try {
            admin.makeUser(tenant, name);
            return relay.isStillWaiting();
        } catch (RuntimeException killed) {
            assertThat(relay.isStillWaiting()).isFalse();
            return false;
        }
    }

    private static void worksAndHasNoTwin(Node node, AdminApi.Account account, String name) {
        S3Target user = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        Wire.send(user, SignedRequest.of("PUT", "/bucket-of-" + name)).assertStatus(200);
        // Unknown keys, a user without its key, an unfinished one: traces of a duplicate.
        assertThat(node.admin().differences()).isEmpty();
    }
}
