package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.Capability;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.osis.model.MalformedDocumentException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interpretation of the facts that services report. */
class ServiceFactsTest {

    private static final OsisPlatformConfig CONFIG = ServedPlatformTest.config(
            URI.create("https://osis.example.com/osis"),
            new OsisLogin.User("admin", Secret.of("hunter2")),
            Duration.ofSeconds(1));

    @Test
    void otherVendorsPlatformHasWhatItDoesNotExclude() throws MalformedDocumentException {
        PlatformInfo info = info(
                "{\"platform_name\":\"P\",\"platform_version\":\"9\",\"not_implemented\":[\"getUsage\"],"
                        + "\"services\":{\"s3\":\"https://s3.example.com/\"},\"regions\":[\"eu-1\"]}",
                "{\"exclusions\":{\"put_bucket_policy\":{\"all\":true},\"put_object_retention\":{},"
                        + "\"put_bucket_tagging\":{\"by_params\":[\"x\"]}}}");

        assertThat(info.capabilities())
                .containsExactlyInAnyOrder(
                        Capability.VERSIONING,
                        Capability.TAGGING,
                        Capability.ACL,
                        Capability.LIFECYCLE,
                        Capability.CORS,
                        Capability.BUCKET_LISTS,
                        Capability.CONSOLE,
                        Capability.KEY_STATUS,
                        Capability.LOG_DELIVERY_ID,
                        Capability.ANONYMOUS_ID);
        assertThat(info.version()).isEqualTo("P 9");
        assertThat(info.s3Endpoint()).isEqualTo(URI.create("https://s3.example.com"));
        assertThat(info.region()).isEqualTo("eu-1");
        assertThat(info.quirks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'[]', us-east-1", "'[\"default\"]', us-east-1", "'[\"\"]', us-east-1", "'[\"eu-1\",\"eu-2\"]', eu-1"})
    void namelessRegionIsTheUsualOne(String regions, String region) throws MalformedDocumentException {
        assertThat(info("{\"services\":{\"s3\":\"http://s3\"},\"regions\":" + regions + '}', "{}")
                        .region())
                .isEqualTo(region);
    }

    @Test
    void ourOwnServicesRegionIsMeantAsItIsWritten() throws MalformedDocumentException {
        assertThat(info("{\"services\":{\"s3\":\"http://s3\"},\"regions\":[\"default\"],\"ose\":{}}", "{}")
                        .region())
                .isEqualTo("default");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"s3\":\"\"}",
                "{\"s3\":\"s3.example.com\"}",
                "{\"s3\":\"https://h/path\"}",
                "{\"s3\":\"ftp://h\"}"
            })
    void platformWithoutAnAddressOfS3IsRefused(String services) throws MalformedDocumentException {
        ServiceFacts facts = facts("{\"services\":" + services + '}', "{}");

        assertThatThrownBy(() -> facts.toPlatformInfo(CONFIG)).isInstanceOf(PlatformException.class);
    }

    /** Java reads the host of such an address as absent. */
    @Test
    void addressOfS3WithAnUnderscoreInItsHostIsRefusedByName() throws MalformedDocumentException {
        ServiceFacts facts = facts("{\"services\":{\"s3\":\"http://my_host\"}}", "{}");

        assertThatThrownBy(() -> facts.toPlatformInfo(CONFIG))
                .isInstanceOf(PlatformException.class)
                .hasMessageContaining("http://my_host")
                .hasMessageContaining("letters, digits, hyphens and dots");
    }

    @Test
    void optionsCountMoreThanWhatTheServiceSays() throws MalformedDocumentException {
        OsisPlatformConfig config = new OsisPlatformConfig(
                CONFIG.endpoint(),
                CONFIG.login(),
                URI.create("https://other.example.com"),
                "other-1",
                CONFIG.connectTimeout(),
                CONFIG.timeout(),
                CONFIG.tls(),
                CONFIG.routes());

        PlatformInfo info = facts("{\"services\":{\"s3\":\"http://s3\"},\"regions\":[\"eu-1\"]}", "{}")
                .toPlatformInfo(config);

        assertThat(info.s3Endpoint()).isEqualTo(URI.create("https://other.example.com"));
        assertThat(info.region()).isEqualTo("other-1");
    }

    @Test
    void rememberedFactsAreTheSame() throws MalformedDocumentException {
        ServiceFacts facts = facts(
                "{\"auth_modes\":[\"Bearer\"],\"services\":{\"s3\":\"http://s3\"},\"ose\":{\"capabilities\":[\"ACL\"]}}",
                "{\"exclusions\":{\"put_bucket_acl\":{}}}");

        assertThat(ServiceFacts.parse(facts.toJson())).isEqualTo(facts);
        assertThat(facts.wantsTokens()).isTrue();
        assertThat(facts("{\"auth_modes\":[\"Bearer\",\"Basic\"]}", "{}").wantsTokens())
                .isFalse();
        assertThat(facts("{}", "{}").wantsTokens()).isFalse();
    }

    @Test
    void idsComeApartAgainAndOthersAreNone() {
        UserName user = new UserName("a/b$c", "100%");

        assertThat(UserName.parse(user.toId())).contains(user);
        assertThat(user.home().value()).isEqualTo("a/b$c");
        assertThat(UserName.parse(new PlatformUserId("a/"))).isEmpty();
        assertThat(UserName.parse(new PlatformUserId("a/%zz"))).isEmpty();
        assertThat(UserName.parse(new PlatformUserId("a/c d"))).isEmpty();
    }

    private static PlatformInfo info(String information, String capabilities) throws MalformedDocumentException {
        return facts(information, capabilities).toPlatformInfo(CONFIG);
    }

    private static ServiceFacts facts(String information, String capabilities) throws MalformedDocumentException {
        return ServiceFacts.parse(("{\"information\":" + information + ",\"capabilities\":" + capabilities + '}')
                .getBytes(StandardCharsets.UTF_8));
    }
}
