package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.client.AdoptedBucket;
import dev.ose.client.Adoption;
import dev.ose.client.AdoptionApi;
import dev.ose.client.AdoptionPart;
import dev.ose.client.BucketAdoptionOutcome;
import dev.ose.client.BucketsApi;
import dev.ose.client.NewOwner;
import dev.ose.client.NewTenant;
import dev.ose.client.ObjectsApi;
import dev.ose.client.SharingAdoptionOutcome;
import dev.ose.client.SyncApi;
import dev.ose.client.SyncRunState;
import dev.ose.client.SyncRunView;
import dev.ose.client.TenantsApi;
import dev.ose.client.Usage;
import dev.ose.client.UsageApi;
import dev.ose.osis.fixture.CephGateway;
import dev.ose.testkit.Gateway;
import dev.ose.testkit.GatewayFixture;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Ceph object gateway that had a tenant before there was OSE, whose user goes on with its key and its buckets.
 */
final class AdoptionIT {

    @RegisterExtension
    static final GatewayFixture GATEWAY = new GatewayFixture();

    private static final Duration COMPARED = Duration.ofMinutes(1);

    private static final String NOTICE_WORD = "sent by the gateway";

    private static Node node;
    private static StoragePlatform before;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        Gateway gateway = GATEWAY.gateway();
        before = CephGateway.connect(gateway);
        Path word = Files.writeString(folder.resolve("notices"), NOTICE_WORD);
        node = CephNode.start(
                "adoption", gateway, gateway.endpoint(), Map.of("oss.sync.notification-secret-file", word.toString()));
    }

    @AfterAll
    static void stop() {
        node.close();
        before.close();
    }

    @Test
    void userOfTheGatewayGoesOnThroughTheNodeWithItsKeyAndItsBuckets() {
        String mark = UUID.randomUUID().toString();
        Legacy ann = Legacy.make(mark);
        S3Target direct = ann.direct();
        S3Target past = ann.past(null);
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

        String tenant = ann.adoptTenant();
        String user = ann.adoptUser(tenant);
        assertThat(send(direct, "GET", "/", "").elements("Name")).isEmpty();
        AdoptedBucket adopted = node.admin()
                .ask(AdoptionApi.adoptBuckets(tenant, user, AdoptionPart.of()))
                .buckets()
                .getFirst();

        assertThat(adopted.outcome()).isEqualTo(BucketAdoptionOutcome.ADOPTED);
        assertThat(adopted.sharing()).isEqualTo(SharingAdoptionOutcome.RECORDED);
        Ports.await(
                "the share",
                COMPARED,
                () -> send(guest, "GET", '/' + bucket + "/a", "").status() == 200);
        assertThat(send(direct, "GET", '/' + bucket + "/a", "").text()).isEqualTo("first");
        assertThat(send(direct, "GET", "/", "").elements("Name")).containsExactly(bucket);
        Ports.await(
                "the comparison",
                COMPARED,
                () -> node.admin().ask(UsageApi.getBucketUsage(tenant, bucket)).objects() == 2);
        send(direct, "PUT", '/' + bucket + "/c", "third").assertStatus(200);
        assertThat(send(past, "GET", '/' + bucket, "").elements("Key")).containsExactly("a", "b", "c");
        assertThat(node.admin().differences()).isEmpty();
    }

    /** A user of the gateway that was not created by OSE, so that the test has its key. */
    private record Legacy(String mark, PlatformTenant tenant, PlatformUser user, PlatformKey key) {

        static Legacy make(String mark) {
            PlatformTenant tenant = before.createTenant(new TenantRequest("legacy" + mark, "there before"));
            PlatformUser user = before.createUser(new UserRequest(tenant.id(), "ann", "Ann"));
            return new Legacy(mark, tenant, user, before.createKey(user.id()));
        }

        /** Through the node. */
        S3Target direct() {
            return node.target(Where.HTTP).as(key.accessKey(), key.secretKey());
        }

        /** The gateway itself, over TLS if an authority is given. */
        S3Target past(@Nullable Path authority) {
            Gateway gateway = GATEWAY.gateway();
            return new S3Target(
                    authority == null ? gateway.endpoint() : gateway.tlsEndpoint(),
                    key.accessKey(),
                    key.secretKey(),
                    authority,
                    direct().server());
        }

        String adoptTenant() {
            NewTenant adopted = NewTenant.of("adopted-" + mark)
                    .withPlatformTenant(tenant.id().value());
            return node.admin().ask(TenantsApi.createTenant(adopted)).id();
        }

        String adoptUser(String adoptedTenant) {
            Adoption adopted = Adoption.of("ann", user.id().value());
            return node.admin()
                    .ask(AdoptionApi.adoptUser(adoptedTenant, adopted))
                    .id();
        }
    }

    @Test
    void whatWasDonePastTheNodeIsTakenInByAComparison() {
        Legacy ann = Legacy.make(UUID.randomUUID().toString());
        String tenant = ann.adoptTenant();
        ann.adoptUser(tenant);
        String bucket = "compared-" + UUID.randomUUID();
        send(ann.direct(), "PUT", '/' + bucket, "").assertStatus(200);
        for (String key : List.of("kept", "overwritten", "deleted")) {
            send(ann.direct(), "PUT", '/' + bucket + '/' + key, "through the node")
                    .assertStatus(200);
        }
        send(ann.past(null), "PUT", '/' + bucket + "/new", "past the node").assertStatus(200);
        send(ann.past(null), "PUT", '/' + bucket + "/overwritten", "past").assertStatus(200);
        send(ann.past(null), "DELETE", '/' + bucket + "/deleted", "").assertStatus(204);

        node.admin().ask(SyncApi.syncBucket(tenant, bucket));

        Ports.await(
                "the comparison",
                COMPARED,
                () -> runs(tenant, bucket).getFirst().state().equals(SyncRunState.DONE));
        SyncRunView run = runs(tenant, bucket).getFirst();
        // Objects that the node wrote to a new bucket may be verified before the comparison.
        assertThat(run.listed()).isEqualTo(3);
        assertThat(run.missing()).isEqualTo(1);
        awaitRowsLikeThePlatform(ann, tenant, bucket, 3);
    }

    /**
     * Notifications of removals are tested here as well, because each request deletes one object; deleting several at
     * once ends a gateway of release 16.2.
     */
    @Test
    void whatTheGatewayTellsIsTakenInWithoutAComparison() {
        Legacy ann = Legacy.make(UUID.randomUUID().toString());
        String tenant = ann.adoptTenant();
        ann.adoptUser(tenant);
        String bucket = "notified-" + UUID.randomUUID();
        send(ann.direct(), "PUT", '/' + bucket, "").assertStatus(200);
        tellNode(ann, bucket);

        send(ann.past(null), "PUT", '/' + bucket + "/plain", "past the node").assertStatus(200);
        send(ann.past(null), "PUT", '/' + bucket + "/a%20b%2Bc%2520d/%C3%BC", "encoded in no way")
                .assertStatus(200);
        awaitRowsLikeThePlatform(ann, tenant, bucket, 2);
        send(ann.past(null), "PUT", '/' + bucket + "/plain", "over").assertStatus(200);
        awaitRowsLikeThePlatform(ann, tenant, bucket, 2);
        send(ann.past(null), "DELETE", '/' + bucket + "/plain", "").assertStatus(204);
        awaitRowsLikeThePlatform(ann, tenant, bucket, 1);
        send(ann.direct(), "PUT", '/' + bucket + "/own", "through the node").assertStatus(200);
        awaitRowsLikeThePlatform(ann, tenant, bucket, 2);
        assertThat(runs(tenant, bucket)).isEmpty();
    }

    /** The operator's manual steps. */
    private static void tellNode(Legacy ann, String bucket) {
        URI admin = node.admin().endpoint();
        String receiver = "http://main:" + encoded(NOTICE_WORD) + '@' + admin.getAuthority()
                + "/api/v1/platforms/main/notifications";
        String topic = Wire.send(
                        ann.past(GATEWAY.gateway().certificate()),
                        SignedRequest.of("POST", "/")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .body("Action=CreateTopic&Name=ose&Attributes.entry.1.key=push-endpoint"
                                        + "&Attributes.entry.1.value=" + encoded(receiver)))
                .element("TopicArn");
        send(
                        ann.past(null),
                        "PUT",
                        '/' + bucket + "?notification",
                        "<NotificationConfiguration><TopicConfiguration><Id>ose</Id><Topic>" + topic
                                + "</Topic><Event>s3:ObjectCreated:*</Event><Event>s3:ObjectRemoved:*</Event>"
                                + "</TopicConfiguration></NotificationConfiguration>")
                .assertStatus(200);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<SyncRunView> runs(String tenant, String bucket) {
        return node.admin().ask(SyncApi.listSyncRuns(tenant, bucket)).items();
    }

    private static void awaitRowsLikeThePlatform(Legacy ann, String tenant, String bucket, int objects) {
        WireAnswer listing = send(ann.past(null), "GET", '/' + bucket, "");
        List<String> keys = listing.elements("Key");
        assertThat(keys).hasSize(objects);
        Map<String, String> there = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String tag = listing.elements("ETag").get(i).replace("&quot;", "").replace("\"", "");
            there.put(keys.get(i), listing.elements("Size").get(i) + ' ' + tag);
        }
        Ports.await("the rows", COMPARED, () -> rows(tenant, bucket).equals(there));
        long bytes =
                listing.elements("Size").stream().mapToLong(Long::parseLong).sum();
        Ports.await("the count", COMPARED, () -> {
            Usage usage = node.admin().ask(UsageApi.getBucketUsage(tenant, bucket));
            return usage.objects() == objects && usage.storedBytes() == bytes;
        });
    }

    private static Map<String, String> rows(String tenant, String bucket) {
        Map<String, String> rows = new TreeMap<>();
        node.admin()
                .ask(ObjectsApi.findObjects(tenant).filter("bucket==" + bucket))
                .items()
                .forEach(row -> rows.put(row.key(), row.size() + " " + row.etag()));
        return rows;
    }

    @Test
    void emptyBucketIsGivenToAColleague() {
        AdminApi.Account ann = node.admin().makeTenant("giving-" + UUID.randomUUID());
        AdminApi.Account bob = node.admin().makeUser(ann.tenant(), "bob");
        S3Target giver = node.target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        S3Target newOwner = node.target(Where.HTTP).as(bob.accessKey(), bob.secretKey());
        String bucket = "given-" + UUID.randomUUID();
        send(giver, "PUT", '/' + bucket, "").assertStatus(200);
        send(newOwner, "GET", '/' + bucket, "").assertRefused(403, "AccessDenied");

        node.admin().ask(BucketsApi.transferBucket(ann.tenant(), bucket, NewOwner.of(bob.user())));
        node.admin().ask(BucketsApi.transferBucket(ann.tenant(), bucket, NewOwner.of(bob.user())));

        send(newOwner, "PUT", '/' + bucket + "/k", "his").assertStatus(200);
        assertThat(send(newOwner, "GET", '/' + bucket + "/k", "").text()).isEqualTo("his");
        send(giver, "GET", '/' + bucket + "/k", "").assertRefused(403, "AccessDenied");
        Ports.await(
                "the count",
                COMPARED,
                () -> node.admin()
                                .ask(UsageApi.getUserUsage(bob.tenant(), bob.user()))
                                .objects()
                        == 1);
    }

    private static WireAnswer send(S3Target target, String method, String where, String body) {
        SignedRequest request = SignedRequest.of(method, where);
        return Wire.send(target, method.equals("PUT") ? request.body(body) : request);
    }
}
