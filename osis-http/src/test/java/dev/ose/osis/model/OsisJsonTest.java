package dev.ose.osis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents of the three revisions, and the variations of real services. */
class OsisJsonTest {

    @Test
    void firstRevisionIsRead() throws MalformedDocumentException {
        OsisUser user = read("""
                {"user_id":"t$u","canonical_user_id":"t$u","tenant_id":"t","active":true,"display_name":"ann",
                 "email":"a@example.com","role":"TENANT_ADMIN","cd_user_id":"u","cd_tenant_id":"c"}
                """, OsisUser.class);
        OsisS3Credential key = read("""
                {"access_key":"AK","secret_key":"SK","active":true,"creation_date":"2021-03-04T05:06:07.089+02:00",
                 "tenant_id":"t","user_id":"u","cd_user_id":"u","cd_tenant_id":"c","immutable":true}
                """, OsisS3Credential.class);
        OsisS3Capabilities capabilities = read("""
                {"exclusions":{"put_bucket_policy":{},"get_object":{"by_params":["partNumber"],"by_headers":["Range"]}}}
                """, OsisS3Capabilities.class);

        assertThat(user.anyName()).isEqualTo("ann");
        assertThat(user.role()).isEqualTo(OsisRole.TENANT_ADMIN);
        assertThat(key.createdAt()).contains(Instant.parse("2021-03-04T03:06:07.089Z"));
        assertThat(key.immutable()).isTrue();
        assertThat(key.secretKey()).isEqualTo(Secret.of("SK"));
        assertThat(capabilities.lacks("put_bucket_policy")).isTrue();
        assertThat(capabilities.lacks("get_object")).isFalse();
        assertThat(capabilities.lacks("put_object")).isFalse();
    }

    @Test
    void secondRevisionIsRead() throws MalformedDocumentException {
        Information information = read("""
                {"platform_name":"P","platform_version":"2","api_version":"1.0.0","status":"NORMAL",
                 "not_implemented":["getUsage","getConsole"],"auth_modes":["Bearer","Basic"],
                 "services":{"s3":"https://s3.example.com","iam":"https://iam.example.com"},
                 "regions":["default"],"storage_classes":["standard"],"logo_uri":"https://example.com/l.png","iam":true}
                """, Information.class);
        OsisS3Capabilities capabilities = read("""
                {"exclusions":{"put_bucket_acl":{"all":true,"by_params":[],"by_headers":[],"by_payload":[]},
                 "put_object":{"all":false,"by_headers":["If-Match"]},"put_bucket_cors":{"all":false}}}
                """, OsisS3Capabilities.class);

        assertThat(information.notImplemented()).containsExactly("getUsage", "getConsole");
        assertThat(information.authModes()).containsExactly(AuthMode.BEARER, AuthMode.BASIC);
        assertThat(information.services()).containsEntry("s3", "https://s3.example.com");
        assertThat(information.iam()).isTrue();
        assertThat(capabilities.lacks("put_bucket_acl")).isTrue();
        assertThat(capabilities.lacks("put_object")).isFalse();
        assertThat(capabilities.lacks("put_bucket_cors")).isTrue();
    }

    @Test
    void thirdRevisionIsRead() throws MalformedDocumentException {
        OsisTenant tenant = read("""
                {"name":"acme","active":true,"tenant_id":"7","cd_tenant_ids":["c"],"health":"AVAILABLE",
                 "extensions":{"s3_endpoint":"https://acme.s3.example.com"}}
                """, OsisTenant.class);
        Information information = read("{\"tenant_s3_domain_enabled\":true}", Information.class);

        assertThat(tenant.s3Endpoint()).contains("https://acme.s3.example.com");
        assertThat(tenant.health()).isEqualTo("AVAILABLE");
        assertThat(information.tenantS3DomainEnabled()).isTrue();
    }

    @Test
    void unknownFieldsAndWordsDoNoHarm() throws MalformedDocumentException {
        Information information = read("""
                {"status":"ON_FIRE","auth_modes":["Magic","basic"],"regions":null,"new_things":{"a":[1]},
                 "ose":{"capabilities":["TAGGING","TELEPATHY"],"quirks":null}}
                """, Information.class);
        OsisUser user = read("{\"role\":\"KING\",\"active\":null}", OsisUser.class);

        assertThat(information.status()).isEqualTo(PlatformStatus.UNKNOWN);
        assertThat(information.authModes()).containsExactly(AuthMode.BASIC);
        assertThat(information.regions()).isEmpty();
        assertThat(information.ose()).isEqualTo(new OseFacts(List.of(Capability.TAGGING), List.of()));
        assertThat(user.role()).isEqualTo(OsisRole.UNKNOWN);
        assertThat(user.works()).isTrue();
        assertThat(read("{}", OsisTenant.class).cdTenantIds()).isEmpty();
    }

    @Test
    void pageWithoutItsInfoCountsWhatItHolds() throws MalformedDocumentException {
        OsisPage<OsisTenant> page = OsisJson.readPage(
                bytes("{\"items\":[{\"name\":\"a\"}],\"page_info\":{\"limit\":1,\"offset\":0,\"total\":7}}"),
                OsisTenant.class);
        OsisPage<OsisTenant> untold = OsisJson.readPage(bytes("{\"items\":[{\"name\":\"a\"}]}"), OsisTenant.class);

        assertThat(page.total()).isEqualTo(7);
        assertThat(page.items()).extracting(OsisTenant::name).containsExactly("a");
        assertThat(untold.total()).isEqualTo(1);
    }

    @Test
    void documentsAreWrittenInSnakeCaseWithoutWhatIsAbsent() {
        assertThat(written(OsisTenant.request("acme", List.of("c"))))
                .isEqualTo("{\"name\":\"acme\",\"active\":true,\"cd_tenant_ids\":[\"c\"],\"extensions\":{}}");
        assertThat(written(new Information(
                        "P",
                        null,
                        "1",
                        PlatformStatus.NORMAL,
                        List.of(),
                        List.of(AuthMode.BASIC),
                        Map.of("s3", "http://s3"),
                        List.of("r"),
                        List.of(),
                        "l",
                        false,
                        false,
                        new OseFacts(List.of(Capability.ACL), List.of(Quirk.BUCKETS_NAMED_PER_TENANT)))))
                .contains("\"auth_modes\":[\"Basic\"]")
                .contains("\"tenant_s3_domain_enabled\":false")
                .contains("\"ose\":{\"capabilities\":[\"ACL\"],\"quirks\":[\"BUCKETS_NAMED_PER_TENANT\"]}");
        assertThat(written(OsisS3Capabilities.Exclusion.whole()))
                .isEqualTo("{\"all\":true,\"by_params\":[],\"by_headers\":[],\"by_payload\":[]}");
        assertThat(written(new OsisUsage(1L, 2L, 0L, 0L, 3L)))
                .isEqualTo("{\"bucket_count\":1,\"object_count\":2,\"total_bytes\":0,\"available_bytes\":0,"
                        + "\"used_bytes\":3}");
    }

    @Test
    void secretIsWrittenAndNeverPrinted() {
        LoginRequest login = new LoginRequest("admin", Secret.of("hunter2"));

        assertThat(written(login)).isEqualTo("{\"username\":\"admin\",\"password\":\"hunter2\"}");
        assertThat(login.toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "<html>hunter2",
                "[[\"hunter2\"]]",
                "{\"secret_key\":\"hunter2\",",
                "{\"secret_key\":\"hunter2\",\"secret_key\":\"b\"}",
                "{} {}",
                "7"
            })
    void whatIsNoDocumentIsRefusedWithoutQuotingIt(String text) {
        assertThatThrownBy(() -> read(text, OsisS3Credential.class))
                .isInstanceOf(MalformedDocumentException.class)
                .hasNoCause()
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void capabilitiesSurviveTheWayThroughExclusions() {
        EnumSet<Capability> known = EnumSet.of(Capability.VERSIONING, Capability.TAGGING, Capability.ACL);

        OsisS3Capabilities document = S3Actions.document(known);

        assertThat(S3Actions.capabilities(document)).isEqualTo(known);
        assertThat(document.exclusions()).containsKeys("put_bucket_policy", "select_object_content");
        assertThat(document.lacks("put_object")).isFalse();
        assertThat(S3Actions.document(EnumSet.allOf(Capability.class)).exclusions())
                .isNotEmpty()
                .doesNotContainKey("put_object");
    }

    private static <T> T read(String json, Class<T> form) throws MalformedDocumentException {
        return OsisJson.read(bytes(json), form);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static String written(Object document) {
        return new String(OsisJson.write(document), StandardCharsets.UTF_8);
    }
}
