package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.osis.ScriptedService.Asked;
import dev.ose.adapter.osis.ScriptedService.Said;
import dev.ose.osis.model.MalformedDocumentException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Answers in the forms of other vendors' services, which OSE's own service never gives. */
class OtherServicesTest {

    private static final String ORGANISATION = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final String EXTERNAL_USER = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final Said NONE = Said.ok("{\"items\":[],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":0}}");
    private static final Said NOT_FOUND = new Said(404, "");

    /** As Ceph's reference adapter names things: dollars in ids, the first revision's {@code display_name}. */
    @Test
    void idsWithDollarsAreEncodedAndTheOlderNameIsRead() {
        String tenant = "{\"name\":\"acme\",\"active\":true,\"tenant_id\":\"acme__1$acme__1\",\"cd_tenant_ids\":[\""
                + ORGANISATION + "\"]}";
        String user =
                "{\"user_id\":\"acme__1$u\",\"canonical_user_id\":\"acme__1$u\",\"tenant_id\":\"acme__1$acme__1\","
                        + "\"active\":true,\"display_name\":\"ann\",\"cd_user_id\":\"" + EXTERNAL_USER
                        + "\",\"cd_tenant_id\":\""
                        + ORGANISATION + "\"}";
        Function<Asked, Said> script = asked -> {
            if (asked.begins("GET /api/v1/tenants/query")) {
                return page(tenant);
            }
            if (asked.begins("GET /api/v1/users/query")) {
                return NONE;
            }
            return asked.line().equals("POST /api/v1/tenants/acme__1$acme__1/users") ? new Said(201, user) : NOT_FOUND;
        };
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            PlatformTenant found = platform.createTenant(new TenantRequest(ORGANISATION, "acme"));
            PlatformUser made = platform.createUser(new UserRequest(found.id(), EXTERNAL_USER, "ann"));

            assertThat(found.name()).isEqualTo("acme");
            assertThat(made.name()).isEqualTo("ann");
            assertThat(made.canonicalId()).isEqualTo("acme__1$u");
            assertThat(service.lines()).noneMatch(line -> line.equals("POST /api/v1/tenants"));
            assertThat(service.asked().getLast().body())
                    .contains("\"cd_user_id\":\"" + EXTERNAL_USER + '"')
                    .contains("\"cd_tenant_id\":\"" + ORGANISATION + '"');
        }
    }

    /** The second page is requested although a filter was given; items that do not match are skipped. */
    @Test
    void serviceThatKnowsNoFiltersIsReadToItsEnd() {
        String other = "{\"name\":\"other\",\"tenant_id\":\"1\",\"cd_tenant_ids\":[\"another\"]}";
        String ours = "{\"name\":\"ours\",\"tenant_id\":\"2\",\"cd_tenant_ids\":[\"x\",\"" + ORGANISATION + "\"]}";
        Function<Asked, Said> script = asked -> Said.ok("{\"items\":["
                + (asked.line().contains("offset=0") ? other : ours)
                + "],\"page_info\":{\"limit\":1,\"offset\":0,\"total\":2}}");
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            PlatformTenant found = platform.createTenant(new TenantRequest(ORGANISATION, "ours"));

            assertThat(found.name()).isEqualTo("ours");
            assertThat(service.lines())
                    .containsExactly(
                            "GET /api/v1/tenants/query?filter=cd_tenant_id==" + ORGANISATION + "&offset=0&limit=100",
                            "GET /api/v1/tenants/query?filter=cd_tenant_id==" + ORGANISATION + "&offset=1&limit=100");
        }
    }

    /** Like Scality's adapter, which can only be queried by organisation. */
    @Test
    void tenantIsLookedForInTheListIfItsIdIsNotQueriedFor() {
        String tenant =
                "{\"name\":\"acme\",\"tenant_id\":\"000000000007\",\"cd_tenant_ids\":[\"" + ORGANISATION + "\"]}";
        try (ScriptedService service =
                        ScriptedService.start(asked -> asked.begins("GET /api/v1/tenants?") ? page(tenant) : NONE);
                OsisPlatform platform = connect(service)) {
            assertThat(platform.findTenant(new PlatformTenantId("000000000007")))
                    .hasValueSatisfying(found -> assertThat(found.name()).isEqualTo("acme"));
            assertThat(platform.findTenant(new PlatformTenantId("000000000008")))
                    .isEmpty();
            assertThat(service.lines())
                    .first()
                    .isEqualTo("GET /api/v1/tenants/query?filter=tenant_id==000000000007&offset=0&limit=100");
        }
    }

    /** The tenant is created concurrently, after the look-up, and the service answers the creation with 400. */
    @Test
    void tenantThatWasThereAfterAllIsFoundOnTheSecondLook() {
        String tenant = "{\"name\":\"acme\",\"tenant_id\":\"7\",\"cd_tenant_ids\":[\"" + ORGANISATION + "\"]}";
        int[] looks = {0};
        Function<Asked, Said> script = asked -> asked.begins("POST")
                ? new Said(400, "{\"code\":\"E_BAD_REQUEST\",\"message\":\"exists\"}")
                : looks[0]++ == 0 ? NONE : page(tenant);
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            assertThat(platform.createTenant(new TenantRequest(ORGANISATION, "acme"))
                            .name())
                    .isEqualTo("acme");
        }
    }

    @Test
    void refusalIsToldWithItsCodeAndNothingElse() {
        Function<Asked, Said> script = asked -> asked.begins("POST")
                ? new Said(400, "{\"code\":\"E_QUOTA\",\"message\":\"told-in-confidence\"}")
                : NONE;
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            PlatformException failure = failure(() -> platform.createTenant(new TenantRequest(ORGANISATION, "acme")));

            assertThat(failure.kind()).isEqualTo(Kind.REJECTED);
            assertThat(failure).hasMessageContaining("400").hasMessageContaining("E_QUOTA");
            assertThat(failure).message().doesNotContain("told-in-confidence");
        }
    }

    /** Like Scality's adapter: keys newest first, one without its secret, one disabled. */
    @Test
    void listKeysSortsByAgeAndLeavesOutKeysWithoutASecret() {
        String keys = "{\"items\":["
                + key("C", "sc", "2026-03-01T00:00:00.000Z", true) + ','
                + key("LOST", "Not Available", "2026-01-01T00:00:00Z", true) + ','
                + key("OFF", "so", "2026-01-02T00:00:00Z", false) + ','
                + key("A", "sa", "2026-02-01T00:00:00+01:00", true)
                + "],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":4}}";
        try (ScriptedService service = ScriptedService.start(
                        asked -> asked.line().contains("/s3credentials") ? Said.ok(keys) : user());
                OsisPlatform platform = connect(service)) {
            assertThat(platform.listKeys(userId()))
                    .containsExactly(
                            new PlatformKey("OFF", Secret.of("so"), false),
                            new PlatformKey("A", Secret.of("sa")),
                            new PlatformKey("C", Secret.of("sc")));
        }
    }

    @Test
    void keysWithoutAnAgeKeepTheServicesOrder() {
        String keys = "{\"items\":[{\"access_key\":\"B\",\"secret_key\":\"sb\"},"
                + key("A", "sa", "2026-02-01T00:00:00Z", true)
                + "],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":2}}";
        try (ScriptedService service = ScriptedService.start(
                        asked -> asked.line().contains("/s3credentials") ? Said.ok(keys) : user());
                OsisPlatform platform = connect(service)) {
            assertThat(platform.listKeys(userId()))
                    .extracting(PlatformKey::accessKey)
                    .containsExactly("B", "A");
        }
    }

    @Test
    void keyThatTheServiceWillNotDeleteIsNotImplemented() {
        String keys = "{\"items\":[" + key("A", "sa", "2026-02-01T00:00:00Z", true)
                + "],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":1}}";
        Function<Asked, Said> script = asked -> asked.begins("DELETE")
                ? new Said(501, "")
                : asked.line().contains("/s3credentials") ? Said.ok(keys) : user();
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            platform.deleteKey(userId(), "ANOTHER");
            assertThat(service.lines()).noneMatch(line -> line.startsWith("DELETE"));

            assertThat(failure(() -> platform.deleteKey(userId(), "A")).kind()).isEqualTo(Kind.NOT_IMPLEMENTED);
            assertThat(service.lines()).last().isEqualTo("DELETE /api/v1/s3credentials/A?tenant_id=7&user_id=u");
        }
    }

    /** Services answer 400 to a key for an unknown user, but also for other reasons. */
    @Test
    void badRequestForAKeyIsLookedInto() {
        try (ScriptedService service =
                        ScriptedService.start(asked -> asked.begins("POST") ? new Said(400, "{}") : NOT_FOUND);
                OsisPlatform platform = connect(service)) {
            assertThat(failure(() -> platform.createKey(userId())).kind()).isEqualTo(Kind.NOT_FOUND);
        }
        try (ScriptedService service =
                        ScriptedService.start(asked -> asked.begins("POST") ? new Said(400, "{}") : user());
                OsisPlatform platform = connect(service)) {
            assertThat(failure(() -> platform.createKey(userId())).kind()).isEqualTo(Kind.REJECTED);
        }
    }

    @Test
    void keyWithoutItsSecretMayHaveBeenMade() {
        try (ScriptedService service =
                        ScriptedService.start(asked -> new Said(201, "{\"access_key\":\"A\",\"secret_key\":null}"));
                OsisPlatform platform = connect(service)) {
            assertThat(failure(() -> platform.createKey(userId())).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
            assertThat(service.lines()).hasSize(1);
        }
    }

    /** Like MinIO or HCP behind OSIS: each tenant has an S3 service of its own. */
    @Test
    void tenantsOwnS3ServiceIsTold() {
        String tenant = "{\"name\":\"acme\",\"tenant_id\":\"7\",\"cd_tenant_ids\":[\"" + ORGANISATION
                + "\"],\"extensions\":{\"s3_endpoint\":\"https://acme.s3.example.com/\"}}";
        try (ScriptedService service = ScriptedService.start(asked -> page(tenant));
                OsisPlatform platform = connect(service)) {
            assertThat(platform.createTenant(new TenantRequest(ORGANISATION, "acme"))
                            .s3Endpoint())
                    .isEqualTo(URI.create("https://acme.s3.example.com"));
        }
    }

    /** Examples of the first revision have the service below a path. */
    @Test
    void serviceMayLiveBelowAPath() {
        try (ScriptedService service = ScriptedService.start(asked -> NONE);
                OsisPlatform platform = connect(URI.create(service.endpoint() + "/osis/"))) {
            platform.checkAccess();

            assertThat(service.lines()).containsExactly("GET /osis/api/v1/tenants?offset=0&limit=1");
        }
    }

    @Test
    void redirectIsNotFollowed() {
        try (ScriptedService service = ScriptedService.start(asked -> new Said(307, ""));
                OsisPlatform platform = connect(service)) {
            PlatformException failure = failure(platform::checkAccess);

            assertThat(failure.kind()).isEqualTo(Kind.REJECTED);
            assertThat(failure).hasMessageContaining("endpoint");
            assertThat(service.lines()).hasSize(1);
        }
    }

    @Test
    void whatTheServiceSaysItLacksIsNotAskedFor() {
        String facts = "{\"information\":{\"auth_modes\":[\"Basic\"],\"services\":{\"s3\":\"http://127.0.0.1:1\"},"
                + "\"not_implemented\":[\"getUsage\",\"getBucketList\"]},\"capabilities\":{}}";
        try (ScriptedService service = ScriptedService.start(asked -> NOT_FOUND);
                OsisPlatform platform = connect(service.endpoint(), facts)) {
            assertThat(failure(() -> platform.usage(userId())).kind()).isEqualTo(Kind.NOT_IMPLEMENTED);
            assertThat(failure(() -> platform.listBuckets(userId(), "", 1)).kind())
                    .isEqualTo(Kind.NOT_IMPLEMENTED);
            assertThat(service.lines()).isEmpty();
        }
    }

    private static String key(String accessKey, String secretText, String date, boolean active) {
        return "{\"access_key\":\"" + accessKey + "\",\"secret_key\":\"" + secretText + "\",\"creation_date\":\"" + date
                + "\",\"active\":" + active + '}';
    }

    private static Said page(String item) {
        return Said.ok("{\"items\":[" + item + "],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":1}}");
    }

    private static Said user() {
        return Said.ok("{\"user_id\":\"u\",\"canonical_user_id\":\"c\",\"tenant_id\":\"7\",\"username\":\"ann\"}");
    }

    private static PlatformUserId userId() {
        return new UserName("7", "u").toId();
    }

    private static PlatformException failure(ThrowingCallable call) {
        return catchThrowableOfType(PlatformException.class, call);
    }

    private static OsisPlatform connect(ScriptedService service) {
        return connect(service.endpoint());
    }

    private static OsisPlatform connect(URI endpoint) {
        return connect(
                endpoint,
                "{\"information\":{\"auth_modes\":[\"Basic\"],\"services\":{\"s3\":\"http://127.0.0.1:1\"}},"
                        + "\"capabilities\":{}}");
    }

    private static OsisPlatform connect(URI endpoint, String facts) {
        try {
            return OsisPlatform.of(
                    ServedPlatformTest.config(
                            endpoint, new OsisLogin.User("admin", Secret.of("hunter2")), Duration.ofMinutes(1)),
                    ServiceFacts.parse(facts.getBytes(StandardCharsets.UTF_8)));
        } catch (MalformedDocumentException e) {
            throw new IllegalStateException(e);
        }
    }
}
