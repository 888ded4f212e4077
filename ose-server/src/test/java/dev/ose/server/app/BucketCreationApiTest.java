package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.operation.BucketSubresource;
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
import dev.ose.server.database.Database;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.transfer.WholeResponse;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Buckets that the admin API creates: with all their settings, or not at all. */
class BucketCreationApiTest extends OnEmbeddedNode {

    private static final String BLOCK = "public access block";
    private static final String WORD = "a password of tests";
    private static final String BOSS = AdminNode.basic("boss@made", WORD);
    private static final String ANN = AdminNode.basic("ann@made", WORD);

    private String tenant = "";
    private String ann = "";
    private String bob = "";
    private JsonNode annKey;

    @BeforeAll
    void fill() throws Exception {
        tenant = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"made\"}").get("id").asString();
        ann = user("ann", "TENANT_USER");
        bob = user("bob", "TENANT_USER");
        user("boss", "TENANT_ADMIN");
        annKey = node.created(tenant + "/users/" + ann + "/credentials", "{}");
    }

    private String user(String name, String role) throws Exception {
        String id = node.created(tenant + "/users", "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}")
                .get("id")
                .asString();
        node.send("PUT", tenant + "/users/" + id + "/login", "{\"password\":\"" + WORD + "\"}", node.admin());
        return id;
    }

    private HttpResponse<String> create(String body, String login) throws Exception {
        return node.send("POST", tenant + "/buckets", body, login);
    }

    private static String code(HttpResponse<String> answer) {
        return answer.statusCode() + " " + AdminNode.json(answer).path("code").asString("");
    }

    private boolean isFree(String name) throws Exception {
        return AdminNode.json(node.get("/api/v1/admin/bucket-names/" + name))
                .get("state")
                .asString()
                .equals("FREE");
    }

    @Test
    void bucketIsCreatedWithAllItsSettings() throws Exception {
        HttpResponse<String> answer = create(
                "{\"name\":\"whole\",\"region\":\"us-east-1\",\"owner\":\"" + ann
                        + "\",\"objectLock\":{\"enabled\":true,\"mode\":\"COMPLIANCE\",\"years\":1},"
                        + "\"tags\":[{\"key\":\"a\",\"value\":\"b\"}],"
                        + "\"publicAccessBlock\":{\"blockPublicAcls\":true,\"blockPublicPolicy\":true},"
                        + "\"quota\":{\"maxBytes\":1000,\"maxObjects\":5}}",
                BOSS);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode made = AdminNode.json(answer);
        assertThat(made.get("owner").asString()).isEqualTo(ann);
        assertThat(made.get("versioning").asString()).isEqualTo("ENABLED");
        assertThat(made.get("objectLock").toString())
                .isEqualTo("{\"enabled\":true,\"mode\":\"COMPLIANCE\",\"years\":1}");
        assertThat(made.get("tags").toString()).isEqualTo("[{\"key\":\"a\",\"value\":\"b\"}]");
        assertThat(made.at("/publicAccessBlock/blockPublicPolicy").asBoolean()).isTrue();
        assertThat(made.at("/publicAccessBlock/ignorePublicAcls").asBoolean()).isFalse();
        assertThat(made.get("quota").toString()).isEqualTo("{\"maxBytes\":1000,\"maxObjects\":5}");
        try (S3User user = new S3User(node.bean(S3Listeners.class).port(), annKey)) {
            assertThat(user.ok("GET", "/whole", "versioning", "")).contains("<Status>Enabled</Status>");
        }
    }

    @Test
    void userCreatesItsOwnAndNoOthers() throws Exception {
        HttpResponse<String> own = create("{\"name\":\"own-one\",\"versioning\":\"ENABLED\"}", ANN);
        assertThat(own.statusCode()).as(own.body()).isEqualTo(201);
        assertThat(AdminNode.json(own).get("owner").asString()).isEqualTo(ann);
        assertThat(AdminNode.json(own).get("versioning").asString()).isEqualTo("ENABLED");
        assertThat(code(create("{\"name\":\"not-own\",\"owner\":\"" + bob + "\"}", ANN)))
                .isEqualTo("403 OSE-2101");
        assertThat(code(create("{\"name\":\"not-own\",\"quota\":{\"maxBytes\":1}}", ANN)))
                .isEqualTo("403 OSE-2101");
        assertThat(isFree("not-own")).isTrue();
    }

    @Test
    void nameThatIsTakenIsRefused() throws Exception {
        String others = TENANTS
                + '/'
                + node.created(TENANTS, "{\"name\":\"second\"}").get("id").asString();
        String eve =
                node.created(others + "/users", "{\"name\":\"eve\"}").get("id").asString();
        String body = "{\"name\":\"only-one\",\"owner\":\"" + ann + "\"}";
        assertThat(create(body, node.admin()).statusCode()).isEqualTo(201);

        assertThat(code(create(body, node.admin()))).isEqualTo("409 OSE-2202");
        HttpResponse<String> other = node.send(
                "POST", others + "/buckets", "{\"name\":\"only-one\",\"owner\":\"" + eve + "\"}", node.admin());
        assertThat(code(other)).isEqualTo("409 OSE-2202");
        assertThat(code(node.send("POST", others + "/buckets", "{\"name\":\"x-y-z\"}", ANN)))
                .isEqualTo("404 OSE-2204");
        assertThat(code(create("{\"name\":\"of-eve\",\"owner\":\"" + eve + "\"}", node.admin())))
                .isEqualTo("404 OSE-2204");
    }

    @Test
    void repeatedRequestMakesOneBucket() throws Exception {
        String body = "{\"name\":\"repeated\",\"owner\":\"" + ann + "\"}";
        HttpResponse<String> first = repeated(body);
        HttpResponse<String> second = repeated(body);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(second.statusCode()).as(second.body()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(code(repeated(body.replace("repeated", "another")))).isEqualTo("422 OSE-2213");
    }

    private HttpResponse<String> repeated(String body) throws Exception {
        return node.send(
                node.request("POST", tenant + "/buckets", body, node.admin()).header("Idempotency-Key", "once"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; name",
                "{\"name\":\"Upper\"}; name",
                "{\"name\":\"fine\",\"region\":\"mars\"}; region",
                "{\"name\":\"fine\",\"versioning\":\"DISABLED\",\"objectLock\":{\"enabled\":true}}; versioning",
                "{\"name\":\"fine\",\"objectLock\":{}}; objectLock.enabled",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":false,\"days\":1}}; objectLock.enabled",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":true,\"days\":1}}; objectLock.mode",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":true,\"mode\":\"GOVERNANCE\"}}; objectLock.days",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":true,\"mode\":\"GOVERNANCE\",\"days\":1,\"years\":1}};"
                        + " objectLock.days",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":true,\"mode\":\"GOVERNANCE\",\"days\":0}};"
                        + " objectLock.days",
                "{\"name\":\"fine\",\"objectLock\":{\"enabled\":true,\"mode\":\"GOVERNANCE\",\"years\":101}};"
                        + " objectLock.years",
                "{\"name\":\"fine\",\"tags\":[{\"key\":\"a\"},{\"key\":\"a\"}]}; tags",
                "{\"name\":\"fine\",\"tags\":[{\"key\":\"aws:a\"}]}; tags",
                "{\"name\":\"fine\",\"tags\":[{\"value\":\"a\"}]}; tags.key",
                "{\"name\":\"fine\",\"tags\":[null]}; tags",
                "{\"name\":\"fine\",\"quota\":{\"maxBytes\":-1}}; quota"
            })
    void whatIsWrongIsNamedBeforeAnythingIsDone(String body, String field) throws Exception {
        HttpResponse<String> answer = create(body, BOSS);

        assertThat(code(answer)).as(answer.body()).isEqualTo("400 OSE-2206");
        assertThat(AdminNode.json(answer).at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(isFree("fine")).isTrue();
    }

    /** A policy that lets a user create buckets does not let it see them. */
    @Test
    void answerShowsNothingThatPoliciesKeepFromTheCaller() throws Exception {
        String dora = user("dora", "TENANT_USER");
        TenantId home = new TenantId(UUID.fromString(tenant.substring(tenant.lastIndexOf('/') + 1)));
        UserId user = new UserId(UUID.fromString(dora));
        node.bean(UserPolicies.class)
                .put(
                        home,
                        user,
                        "maker",
                        "{\"Statement\":{\"Effect\":\"Allow\",\"Action\":[\"s3:CreateBucket\",\"s3:GetBucketAcl\"],"
                                + "\"Resource\":\"*\"}}");

        HttpResponse<String> answer = create("{\"name\":\"unseen\"}", AdminNode.basic("dora@made", WORD));
        HttpResponse<String> shown =
                node.send("GET", tenant + "/buckets/unseen", "", AdminNode.basic("dora@made", WORD));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode made = AdminNode.json(answer);
        assertThat(made.get("name").asString()).isEqualTo("unseen");
        assertThat(made.has("versioning")).isFalse();
        assertThat(made.has("acl")).isFalse();
        assertThat(made.has("usage")).isFalse();
        assertThat(made.get("notPermitted").toString()).contains("\"versioning\"", "\"acl\"");
        assertThat(shown.statusCode()).isEqualTo(403);
    }

    @Test
    void auditLogNamesBucketAndOwnerAndInWhoseNameItWasCreated() throws Exception {
        JsonNode ofBoss = entryOf(create("{\"name\":\"given\",\"owner\":\"" + ann + "\"}", BOSS));
        JsonNode ofAnn = entryOf(create("{\"name\":\"taken\"}", ANN));

        assertThat(ofBoss.get("bucket").asString()).isEqualTo("given");
        assertThat(ofBoss.has("subject")).isFalse();
        assertThat(ofBoss.get("user").asString()).isEqualTo(ann);
        assertThat(ofBoss.get("asUser").asString()).isEqualTo(ann);
        assertThat(ofAnn.get("bucket").asString()).isEqualTo("taken");
        assertThat(ofAnn.get("user").asString()).isEqualTo(ann);
        assertThat(ofAnn.has("asUser")).isFalse();
    }

    private JsonNode entryOf(HttpResponse<String> answer) throws Exception {
        String id = answer.headers().firstValue("X-OSE-Request-Id").orElseThrow();
        return AdminNode.json(node.get("/api/v1/admin/audit?filter=operation==CreateBucket;requestId==" + id))
                .at("/items/0");
    }

    @Test
    void providerNamesTheOwnerWhichMustBeActive() throws Exception {
        String carl = user("carl", "TENANT_USER");
        node.post(tenant + "/users/" + carl + "/disable", "");

        assertThat(code(create("{\"name\":\"no-owner\"}", node.admin()))).isEqualTo("400 OSE-2206");
        assertThat(code(create("{\"name\":\"no-owner\",\"owner\":\"" + carl + "\"}", node.admin())))
                .isEqualTo("400 OSE-2206");
        assertThat(isFree("no-owner")).isTrue();
    }

    @Test
    void bucketWhoseSettingFailsIsRemovedAgain() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(() -> {}));

        assertFails(setup, "undone", new Failure.CreationUndone("undone", BLOCK, "status 400, MalformedXML"));

        assertThat(isFree("undone")).isTrue();
        assertThat(create("{\"name\":\"undone\"}", ANN).statusCode()).isEqualTo(201);
    }

    /** A client of the tenant writes into the new bucket before the setting fails, so that it cannot be removed. */
    @Test
    void bucketThatCannotBeRemovedIsNamed() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(() -> {
            try (S3User user = new S3User(node.bean(S3Listeners.class).port(), annKey)) {
                user.ok("PUT", "/stuck/a", "", "x");
            }
        }));

        assertFails(setup, "stuck", new Failure.CreationUnfinished("stuck", BLOCK, "status 400, MalformedXML"));

        assertThat(isFree("stuck")).isFalse();
        assertThat(node.get(tenant + "/buckets/stuck").statusCode()).isEqualTo(200);
    }

    /** Another client of the tenant creates the bucket before the setting fails: it was told that there is one. */
    @Test
    void bucketThatAnotherClientCreatesTooStays() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(() -> {
            try (S3User user = new S3User(node.bean(S3Listeners.class).port(), annKey)) {
                user.ok("PUT", "/of-two", "", "");
            }
        }));

        assertFails(setup, "of-two", new Failure.CreationUnfinished("of-two", BLOCK, "status 400, MalformedXML"));

        assertThat(node.get(tenant + "/buckets/of-two").statusCode()).isEqualTo(200);
    }

    @Test
    void bucketIsRemovedIfASettingEndsInABug() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(() -> {
            throw new IllegalArgumentException("a bug of tests");
        }));

        assertThatThrownBy(() -> setup.create(identity(), wanted("with-bug")))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("a bug of tests");

        assertThat(isFree("with-bug")).isTrue();
    }

    /** A node died after the platform had created the bucket, before it was confirmed. */
    @Test
    void bucketOfARequestThatNeverEndedIsConfirmedAndTaken() throws Exception {
        Identity owner = identity();
        BucketName name = new BucketName("left-behind");
        node.bean(BucketStore.class).claim(owner.tenant(), owner.user(), owner.platform(), name, "us-east-1");
        node.bean(Database.class)
                .update("UPDATE bucket SET busy_until = now() - interval '1 second' WHERE name = ?", name);
        node.bean(OwnerBucketRequests.class)
                .create(
                        new OwnerBucketRequests.Site(owner.tenant(), owner.endpoint(), owner.platformKey(), name),
                        false,
                        new byte[0]);

        assertThat(code(create("{\"name\":\"left-behind\"}", ANN))).isEqualTo("409 OSE-2202");

        assertThat(node.get(tenant + "/buckets/left-behind").statusCode()).isEqualTo(200);
    }

    /** Another client asks for the name while the settings are set, and learns that the bucket exists. */
    @Test
    void bucketThatAnotherClientWasRefusedForStays() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(
                () -> assertThat(code(create("{\"name\":\"of-first\"}", ANN))).isEqualTo("409 OSE-2202")));

        assertFails(setup, "of-first", new Failure.CreationUnfinished("of-first", BLOCK, "status 400, MalformedXML"));

        assertThat(node.get(tenant + "/buckets/of-first").statusCode()).isEqualTo(200);
    }

    /** Such as one that a client of the platform has created past the service. */
    @Test
    void bucketThatThePlatformHasAlreadyIsTakenAndStays() throws Exception {
        OwnerBucketRequests requests = node.bean(OwnerBucketRequests.class);
        Identity owner = identity();
        OwnerBucketRequests.Site site = new OwnerBucketRequests.Site(
                owner.tenant(), owner.endpoint(), owner.platformKey(), new BucketName("had-before"));
        assertThat(requests.create(site, false, new byte[0]).status()).isEqualTo(200);

        assertThat(code(create("{\"name\":\"had-before\",\"publicAccessBlock\":{}}", ANN)))
                .isEqualTo("409 OSE-2202");

        assertThat(requests.head(site).status()).isEqualTo(200);
        assertThat(isFree("had-before")).isTrue();
    }

    @Test
    void bucketWithoutTheLockThatWasAskedForIsRemovedAgain() throws Exception {
        BucketSetup setup = setup(new SpoiltRequests(() -> {}) {
            @Override
            public WholeResponse create(Site site, boolean hasObjectLock, byte[] document) {
                return super.create(site, false, document);
            }
        });
        NewBucket locked = new NewBucket(
                new BucketName("no-lock"),
                "us-east-1",
                true,
                new ObjectLockConfiguration(null),
                new Tagging(List.of()),
                null,
                Quota.NONE);

        assertFails(
                setup, locked, new Failure.CreationUndone("no-lock", "object lock", "the bucket has no object lock"));

        assertThat(isFree("no-lock")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Deny, limit-a, 403", "Deny, limit-b, 201", "Allow, limit-c, 201", "Allow, limit-d, 403"})
    void policiesLimitTheNamesOfNewBuckets(String effect, String name, int status) throws Exception {
        String cyd = user("cyd-" + name, "TENANT_USER");
        String named = effect.equals("Deny") ? "limit-a" : "limit-c";
        String rest = effect.equals("Deny") ? "*" : "ose:*";
        String policy = "{\"document\":{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"" + effect
                + "\",\"Action\":\"s3:CreateBucket\",\"Resource\":\"arn:aws:s3:::" + named
                + "\"},{\"Effect\":\"Allow\",\"Action\":\"" + rest + "\",\"Resource\":\"*\"}]}}";
        HttpResponse<String> attached =
                node.send("PUT", tenant + "/users/" + cyd + "/policies/limit", policy, node.admin());
        assertThat(attached.statusCode()).as(attached.body()).isLessThan(300);

        HttpResponse<String> answer =
                create("{\"name\":\"" + name + "\"}", AdminNode.basic("cyd-" + name + "@made", WORD));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(isFree(name)).isEqualTo(status == 403);
    }

    private interface Before {
        void run() throws Exception;
    }

    /** The node's own, but for a public access block, whose document is spoilt after {@code before} has run. */
    private class SpoiltRequests implements OwnerBucketRequests {

        private final OwnerBucketRequests real = node.bean(OwnerBucketRequests.class);
        private final Before before;

        SpoiltRequests(Before before) {
            this.before = before;
        }

        @Override
        public WholeResponse create(Site site, boolean hasObjectLock, byte[] document) {
            return real.create(site, hasObjectLock, document);
        }

        @Override
        public WholeResponse head(Site site) {
            return real.head(site);
        }

        @Override
        public WholeResponse put(Site site, BucketSubresource.Action setting, byte[] document) {
            try {
                before.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return real.put(
                    site,
                    setting,
                    setting == BucketSubresource.Action.PUT_PUBLIC_ACCESS_BLOCK ? new byte[] {60} : document);
        }

        @Override
        public WholeResponse delete(Site site) {
            return real.delete(site);
        }
    }

    private BucketSetup setup(OwnerBucketRequests requests) {
        return new BucketSetup(
                node.bean(BucketStore.class),
                requests,
                node.bean(BucketSettings.class),
                node.bean(PlatformRegistry.class),
                node.bean(QuotaStore.class),
                node.bean(BucketAdmissions.class));
    }

    private void assertFails(BucketSetup setup, String name, Failure failure) {
        assertFails(setup, wanted(name), failure);
    }

    private void assertFails(BucketSetup setup, NewBucket wanted, Failure failure) {
        assertThatThrownBy(() -> setup.create(identity(), wanted))
                .isInstanceOfSatisfying(
                        FailureException.class, e -> assertThat(e.failure()).isEqualTo(failure));
    }

    private Identity identity() {
        return node.bean(S3Users.class)
                .find(
                        new TenantId(UUID.fromString(tenant.substring(tenant.lastIndexOf('/') + 1))),
                        new UserId(UUID.fromString(ann)),
                        InetAddress.getLoopbackAddress())
                .orElseThrow();
    }

    private static NewBucket wanted(String name) {
        return new NewBucket(
                new BucketName(name),
                "us-east-1",
                true,
                null,
                new Tagging(List.of()),
                new PublicAccessBlock(true, false, false, false),
                Quota.NONE);
    }
}
