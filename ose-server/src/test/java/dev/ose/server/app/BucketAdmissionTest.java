package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.embedded.EmbeddedPlatform;
import dev.ose.s3.BucketName;
import dev.ose.s3.document.Tagging;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.app.dataplane.S3Listeners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.settings.BucketSettings;
import dev.ose.server.bucket.settings.BucketSetup;
import dev.ose.server.bucket.settings.NewBucket;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node whose platform asks for an admission of owners, and whether the bucket is there when it is asked. */
class BucketAdmissionTest extends OnEmbeddedNode {

    private static final Set<Quirk> QUIRKS =
            Set.of(Quirk.BUCKETS_NEED_ADMISSION, Quirk.OWNERS_NOT_NAMED, Quirk.REGION_NAMED_IN_CREATION);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile @Nullable Kind failure;
    private volatile @Nullable Kind releaseFailure;
    private volatile boolean isTaken;
    private String tenant;
    private String users;
    private String ann;
    private S3User client;

    @Override
    StoragePlatform served(EmbeddedPlatform embedded) {
        return (StoragePlatform) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {StoragePlatform.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "info" -> withQuirks(embedded.info());
                    case "admitToBucket", "releaseBucket" -> note(method, arguments);
                    default -> invoke(embedded, method, arguments);
                });
    }

    private static PlatformInfo withQuirks(PlatformInfo info) {
        return new PlatformInfo(
                info.kind(), info.version(), info.s3Endpoint(), info.region(), info.capabilities(), QUIRKS);
    }

    private @Nullable Object note(Method method, Object[] arguments) {
        asked.add(method.getName() + ' ' + arguments[1]);
        Kind why = failure;
        if (why != null && method.getName().equals("admitToBucket")) {
            throw new PlatformException(why, "no");
        }
        Kind unreleased = releaseFailure;
        if (unreleased != null && method.getName().equals("releaseBucket")) {
            throw new PlatformException(unreleased, "no");
        }
        return method.getReturnType() == boolean.class ? !isTaken : null;
    }

    private static @Nullable Object invoke(StoragePlatform platform, Method method, Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(platform, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @BeforeEach
    void connect() throws Exception {
        failure = null;
        releaseFailure = null;
        isTaken = false;
        tenant = node.created(TENANTS, "{\"name\":\"t" + System.nanoTime() + "\"}")
                .get("id")
                .asString();
        users = TENANTS + '/' + tenant + "/users";
        ann = node.created(users, "{\"name\":\"ann\"}").get("id").asString();
        client =
                new S3User(node.bean(S3Listeners.class).port(), node.created(users + '/' + ann + "/credentials", "{}"));
        asked.clear();
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
    }

    @Test
    void ownerIsAdmittedUntilTheBucketIsDeleted() throws IOException {
        client.ok("PUT", "/admitted-one", "", "");
        assertThat(asked).containsExactly("admitToBucket admitted-one");

        client.ok("PUT", "/admitted-one/k", "", "x");
        assertThat(client.send("DELETE", "/admitted-one", "", "").status()).isEqualTo(409);
        assertThat(asked).doesNotContain("releaseBucket admitted-one");
        client.ok("DELETE", "/admitted-one/k", "", "");
        asked.clear();
        client.ok("DELETE", "/admitted-one", "", "");

        assertThat(asked).containsExactly("admitToBucket admitted-one", "releaseBucket admitted-one");
    }

    /** Else the platform would refuse to let the owner delete it again. */
    @Test
    void deletionThatWasCutOffBehindTheEndOfTheAdmissionIsRepeated() throws IOException {
        client.ok("PUT", "/admitted-eight", "", "");
        asked.clear();
        releaseFailure = Kind.OUTCOME_UNKNOWN;
        assertThat(client.send("DELETE", "/admitted-eight", "", "").status()).isEqualTo(500);

        releaseFailure = null;
        assertThat(client.send("DELETE", "/admitted-eight", "", "").status()).isEqualTo(404);

        assertThat(asked)
                .containsExactly(
                        "admitToBucket admitted-eight",
                        "releaseBucket admitted-eight",
                        "admitToBucket admitted-eight",
                        "releaseBucket admitted-eight");
        client.ok("PUT", "/admitted-eight", "", "");
    }

    @Test
    void bucketThatThePlatformHasForOthersIsTakenAndTheNameBecomesFree() throws IOException {
        isTaken = true;
        assertThat(client.send("PUT", "/admitted-two", "", "").status()).isEqualTo(409);
        assertThat(client.send("GET", "/admitted-two", "", "").status()).isEqualTo(404);
        assertThat(asked).containsExactly("admitToBucket admitted-two", "releaseBucket admitted-two");

        isTaken = false;
        client.ok("PUT", "/admitted-two", "", "");
    }

    /** No request of S3 comes to the platform, whose answer would depend on the admission. */
    @Test
    void nothingIsCreatedWithoutAnAnswerAndTheRetryWorks() throws IOException {
        failure = Kind.OUTCOME_UNKNOWN;
        assertThat(client.send("PUT", "/admitted-three", "", "").status()).isGreaterThanOrEqualTo(500);

        failure = null;
        client.ok("PUT", "/admitted-three", "", "");

        assertThat(asked).containsExactly("admitToBucket admitted-three", "admitToBucket admitted-three");
    }

    /** A refusal says nothing of the bucket, which a creation before may have made. */
    @Test
    void refusalOfTheAdministrationIsNotABucketOfOthers() throws Exception {
        failure = Kind.REJECTED;
        assertThat(client.send("PUT", "/admitted-six", "", "").status()).isEqualTo(500);
        String buckets = users.replace("/users", "/buckets");
        assertThat(node.post(buckets, "{\"name\":\"admitted-seven\",\"owner\":\"" + ann + "\"}")
                        .statusCode())
                .isEqualTo(502);
        assertThat(claimed("admitted-six")).isTrue();
        assertThat(claimed("admitted-seven")).isTrue();

        failure = null;
        client.ok("PUT", "/admitted-six", "", "");
        node.created(buckets, "{\"name\":\"admitted-seven\",\"owner\":\"" + ann + "\"}");
    }

    private boolean claimed(String name) throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT 1 FROM bucket WHERE name = ? AND state = 'CREATING'")) {
            query.setString(1, name);
            return query.executeQuery().next();
        }
    }

    /** The admission cannot be ended now: the name stays the tenant's, and its next request goes on. */
    @Test
    void nameStaysTheTenantsUntilTheAdmissionHasEnded() throws Exception {
        isTaken = true;
        releaseFailure = Kind.REJECTED;
        assertThat(client.send("PUT", "/admitted-nine", "", "").status()).isEqualTo(409);
        assertThat(claimed("admitted-nine")).isTrue();

        isTaken = false;
        releaseFailure = null;
        client.ok("PUT", "/admitted-nine", "", "");
    }

    @Test
    void adminApiAdmitsTheOwner() throws Exception {
        node.created(users.replace("/users", "/buckets"), "{\"name\":\"admitted-four\",\"owner\":\"" + ann + "\"}");

        assertThat(asked).containsExactly("admitToBucket admitted-four");
    }

    @Test
    void adminApiStatesTheRegionThatThePlatformNeeds() {
        OwnerBucketRequests requests = node.bean(OwnerBucketRequests.class);
        List<String> documents = new CopyOnWriteArrayList<>();
        OwnerBucketRequests noting = (OwnerBucketRequests) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {OwnerBucketRequests.class}, (self, method, arguments) -> {
                    if (method.getName().equals("create")) {
                        documents.add(new String((byte[]) arguments[2], StandardCharsets.UTF_8));
                    }
                    return method.invoke(requests, arguments);
                });
        PlatformRegistry platforms = node.bean(PlatformRegistry.class);
        Identity owner = node.bean(S3Users.class)
                .find(
                        new TenantId(UUID.fromString(tenant)),
                        new UserId(UUID.fromString(ann)),
                        InetAddress.getLoopbackAddress())
                .orElseThrow();

        new BucketSetup(
                        node.bean(BucketStore.class),
                        noting,
                        node.bean(BucketSettings.class),
                        platforms,
                        node.bean(QuotaStore.class),
                        node.bean(BucketAdmissions.class))
                .create(
                        owner,
                        new NewBucket(
                                new BucketName("admitted-ten"),
                                "us-east-1",
                                false,
                                null,
                                new Tagging(List.of()),
                                null,
                                Quota.NONE));

        assertThat(documents)
                .singleElement()
                .asString()
                .contains(
                        "<LocationConstraint>" + platforms.get(owner.platform()).region() + "</LocationConstraint>");
    }

    @Test
    void ownerOfObjectsIsTheOneOfTheBucket() throws IOException {
        client.ok("PUT", "/admitted-five", "", "");
        client.ok("PUT", "/admitted-five/k", "", "x");

        String id = client.ok("GET", "/", "", "").replaceAll("(?s).*<ID>(.*?)</ID>.*", "$1");
        assertThat(client.ok("GET", "/admitted-five", "fetch-owner=true&list-type=2", ""))
                .contains("<ID>" + id + "</ID>", "<DisplayName>ann</DisplayName>");
    }
}
