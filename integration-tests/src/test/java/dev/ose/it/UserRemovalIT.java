package dev.ose.it;

import static dev.ose.it.SharingContract.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.client.TenantsApi;
import dev.ose.client.UsersApi;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A user leaves, and a colleague goes on with what it had. */
@ExtendWith(Servers.class)
final class UserRemovalIT {

    private static final Duration KNOWN = Duration.ofSeconds(10);

    private final String mark = UUID.randomUUID().toString();
    private AdminApi admin;
    private AdminApi.Account ann;
    private AdminApi.Account bob;
    private Node node;

    @BeforeEach
    void makePeople(Node running) {
        node = running;
        admin = node.admin();
        bob = admin.makeTenant("removal-" + mark);
        ann = admin.makeUser(bob.tenant(), "ann");
    }

    private S3Target as(AdminApi.Account account) {
        return node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    @Test
    void heirGetsTheBucketsAndTheNameIsFreeAgain() {
        String bucket = "left-" + mark;
        send(as(ann), "PUT", '/' + bucket, "").assertStatus(200);
        send(as(ann), "PUT", '/' + bucket + "/k", "kept").assertStatus(200);
        WireAnswer upload = send(as(ann), "POST", '/' + bucket + "/slow?uploads", "");
        String part = '/' + bucket + "/slow?partNumber=1&uploadId=" + upload.element("UploadId");
        send(as(ann), "PUT", part, "part").assertStatus(200);
        String shared = "shared-" + mark;
        S3Target neighbour = as(admin.makeTenant("neighbour-" + mark));
        send(neighbour, "PUT", '/' + shared, "").assertStatus(200);
        send(neighbour, "PUT", '/' + shared + "/k", "the neighbour's").assertStatus(200);
        send(neighbour, "PUT", '/' + shared + "?policy", policyFor("ann", shared))
                .assertStatus(204);
        Ports.await(
                "the share",
                KNOWN,
                () -> send(as(ann), "GET", '/' + shared + "/k", "").status() == 200);

        UsersApi.DeleteUser removal = UsersApi.deleteUser(ann.tenant(), ann.user());
        assertThatThrownBy(() -> admin.ask(removal)).hasMessageContaining("409", "OSE-2209");
        send(as(ann), "GET", '/' + bucket + "/k", "").assertStatus(200);
        assertThatThrownBy(() -> admin.ask(removal.newOwner(bob.user())))
                .hasMessageContaining("409", "OSE-2210", bucket);
        send(as(ann), "GET", '/' + bucket + "/k", "").assertStatus(403);
        admin.ask(UsersApi.enableUser(ann.tenant(), ann.user()));
        Ports.await(
                "the end of the upload",
                KNOWN,
                () -> send(as(ann), "DELETE", '/' + bucket + "/slow?uploadId=" + upload.element("UploadId"), "")
                                .status()
                        == 204);
        admin.ask(removal.newOwner(bob.user()));

        Ports.await(
                "the end of the key",
                KNOWN,
                () -> send(as(ann), "GET", '/' + bucket + "/k", "").status() == 403);
        send(as(ann), "GET", "/", "").assertRefused(403, "InvalidAccessKeyId");
        assertThat(send(as(bob), "GET", '/' + bucket + "/k", "").text()).isEqualTo("kept");
        assertThat(send(neighbour, "GET", '/' + shared + "?policy", "").text())
                .contains("unknown")
                .doesNotContain("user/ann");
        assertThatThrownBy(() -> admin.ask(UsersApi.getUser(ann.tenant(), ann.user())))
                .hasMessageContaining("404");

        AdminApi.Account again = admin.makeUser(bob.tenant(), "ann");
        assertThat(again.user()).isNotEqualTo(ann.user());
        send(as(again), "GET", "/", "").assertStatus(200);
        send(as(again), "GET", '/' + shared + "/k", "").assertRefused(404, "NoSuchBucket");
        assertThat(admin.differences()).isEmpty();
    }

    private String policyFor(String user, String bucket) {
        return "{\"Version\": \"2012-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"s3:GetObject\","
                + " \"Principal\": {\"AWS\": \"arn:aws:iam::" + bob.tenant() + ":user/" + user + "\"},"
                + " \"Resource\": \"arn:aws:s3:::" + bucket + "/*\"}]}";
    }

    @Test
    void tenantOfWhichEverythingWasRemovedCanGoAndComeBack() {
        admin.ask(UsersApi.deleteUser(ann.tenant(), ann.user()));
        assertThatThrownBy(() -> admin.ask(TenantsApi.deleteTenant(bob.tenant())))
                .hasMessageContaining("409", "OSE-2209");
        admin.ask(UsersApi.deleteUser(bob.tenant(), bob.user()));

        admin.ask(TenantsApi.deleteTenant(bob.tenant()));

        assertThatThrownBy(() -> admin.ask(TenantsApi.getTenant(bob.tenant()))).hasMessageContaining("404");
        AdminApi.Account again = admin.makeTenant("removal-" + mark);
        send(as(again), "GET", "/", "").assertStatus(200);
    }
}
