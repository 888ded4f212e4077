package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A real Ceph object gateway that had a tenant before there was OSE, whose user goes on with its key and its buckets. */
final class AdoptionIT {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final Duration COMPARED = Duration.ofMinutes(1);

    private static Node node;
    private static StoragePlatform before;

    @BeforeAll
    static void start() {
        Gateway gateway = GATEWAY.gateway();
        before = CephGateway.connect(gateway);
        node = CephNode.start("adoption", gateway, gateway.endpoint(), Map.of());
    }

    @AfterAll
    static void stop() {
        node.close();
        before.close();
    }

    @Test
    void userOfTheGatewayGoesOnThroughTheNodeWithItsKeyAndItsBuckets() {
        String mark = UUID.randomUUID().toString();
        PlatformTenant legacy = before.createTenant(new TenantRequest("legacy" + mark, "there before"));
        PlatformUser ann = before.createUser(new UserRequest(legacy.id(), "ann", "Ann"));
        PlatformKey key = before.createKey(ann.id());
        S3Target direct = node.target(Where.HTTP).as(key.accessKey(), key.secretKey());
        S3Target past =
                new S3Target(GATEWAY.gateway().endpoint(), key.accessKey(), key.secretKey(), null, direct.server());
        String bucket = "before-" + mark;
        send(past, "PUT", '/' + bucket, "").assertStatus(200);
        send(past, "PUT", '/' + bucket + "/a", "first").assertStatus(200);
        send(past, "PUT", '/' + bucket + "/b", "second").assertStatus(200);
        String policy = "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Principal\": \"*\","
                + " \"Action\": \"s3:GetObject\", \"Resource\": \"arn:aws:s3:::" + bucket + "/*\"}}";
        send(past, "PUT", '/' + bucket + "?policy", policy).assertStatus(204);
        AdminApi.Account stranger = node.admin().makeTenant("stranger-" + mark);
        S3Target guest = node.target(Where.HTTP).as(stranger.accessKey(), stranger.secretKey());
        send(guest, "GET", '/' + bucket + "/a", "").assertRefused(404, "NoSuchBucket");

        String tenant = node.admin().adoptTenant("adopted-" + mark, legacy.id().value());
        String user = node.admin().adoptUser(tenant, "ann", ann.id().value());
        assertThat(send(direct, "GET", "/", "").elements("Name")).isEmpty();
        JsonNode adopted = node.admin().adoptBuckets(user);

        assertThat(adopted.required("buckets").get(0).required("outcome").asString())
                .isEqualTo("ADOPTED");
        assertThat(adopted.required("buckets").get(0).required("sharing").asString())
                .isEqualTo("RECORDED");
        Ports.await(
                "the share",
                COMPARED,
                () -> send(guest, "GET", '/' + bucket + "/a", "").status() == 200);
        assertThat(send(direct, "GET", '/' + bucket + "/a", "").text()).isEqualTo("first");
        assertThat(send(direct, "GET", "/", "").elements("Name")).containsExactly(bucket);
        Ports.await(
                "the comparison",
                COMPARED,
                () -> node.admin()
                                .get(tenant + "/buckets/" + bucket + "/usage")
                                .required("objects")
                                .asLong()
                        == 2);
        send(direct, "PUT", '/' + bucket + "/c", "third").assertStatus(200);
        assertThat(send(past, "GET", '/' + bucket, "").elements("Key")).containsExactly("a", "b", "c");
        assertThat(node.admin().differences()).isEmpty();
    }

    @Test
    void emptyBucketIsGivenToAColleague() {
        AdminApi.Account ann = node.admin().makeTenant("giving-" + UUID.randomUUID());
        AdminApi.Account bob = node.admin().makeUser(ann.tenantPath(), "bob");
        S3Target giver = node.target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        S3Target heir = node.target(Where.HTTP).as(bob.accessKey(), bob.secretKey());
        String bucket = "given-" + UUID.randomUUID();
        send(giver, "PUT", '/' + bucket, "").assertStatus(200);
        send(heir, "GET", '/' + bucket, "").assertRefused(403, "AccessDenied");

        node.admin().give(ann.tenantPath(), bucket, bob.userPath());
        node.admin().give(ann.tenantPath(), bucket, bob.userPath());

        send(heir, "PUT", '/' + bucket + "/k", "his").assertStatus(200);
        assertThat(send(heir, "GET", '/' + bucket + "/k", "").text()).isEqualTo("his");
        send(giver, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        Ports.await(
                "the count",
                COMPARED,
                () -> node.admin()
                                .get(bob.userPath() + "/usage")
                                .required("objects")
                                .asLong()
                        == 1);
    }

    private static WireAnswer send(S3Target target, String method, String where, String body) {
        SignedRequest request = SignedRequest.of(method, where);
        return Wire.send(target, method.equals("PUT") ? request.body(body) : request);
    }
}
