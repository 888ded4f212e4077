package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.osis.ScriptedService.Asked;
import dev.ose.adapter.osis.ScriptedService.Said;
import dev.ose.osis.model.MalformedDocumentException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Retirement of users on services that keep some of their keys. */
class RetirementTest {

    private static final String KEYS = "{\"items\":["
            + "{\"access_key\":\"ON\",\"secret_key\":\"s\",\"active\":true},"
            + "{\"access_key\":\"OFF\",\"secret_key\":\"s\",\"active\":false},"
            + "{\"access_key\":\"LOST\",\"secret_key\":\"Not Available\"},"
            + "{\"access_key\":\"SYSTEM\",\"secret_key\":\"s\",\"immutable\":true}"
            + "],\"page_info\":{\"limit\":100,\"offset\":0,\"total\":4}}";
    private static final Said USER = Said.ok(
            "{\"user_id\":\"u\",\"canonical_user_id\":\"c\",\"tenant_id\":\"7\",\"username\":\"ann\",\"active\":true}");
    private static final PlatformUserId ANN = new UserName("7", "u").toId();

    @Test
    void userIsLockedOutFirstAndLosesAllKeysButThoseThatTheServiceKeeps() throws Exception {
        try (ScriptedService service = service(new Said(204, ""));
                OsisPlatform platform = connect(service)) {
            platform.retireUser(ANN);

            List<String> changes = changes(service);
            assertThat(changes.getFirst()).isEqualTo("PATCH /api/v1/tenants/7/users/u");
            assertThat(changes.subList(1, changes.size()))
                    .containsExactly(deletion("ON"), deletion("OFF"), deletion("LOST"));
            assertThat(service.asked().stream().filter(it -> it.begins("PATCH")).map(Asked::body))
                    .allMatch(body -> body.contains("\"active\":false"));
        }
    }

    /** Deleting keys is optional in OSIS, deactivating users is not. */
    @Test
    void serviceThatDeletesNoKeysLocksTheUserOutAllTheSame() throws Exception {
        try (ScriptedService service = service(new Said(501, ""));
                OsisPlatform platform = connect(service)) {
            platform.retireUser(ANN);

            assertThat(changes(service)).containsExactly("PATCH /api/v1/tenants/7/users/u", deletion("ON"));
        }
    }

    @Test
    void refusalThatOsisHasNoWordsForIsTold() throws Exception {
        try (ScriptedService service = service(new Said(409, "{}"));
                OsisPlatform platform = connect(service)) {
            assertThatThrownBy(() -> platform.retireUser(ANN))
                    .isInstanceOfSatisfying(PlatformException.class, it -> assertThat(it.kind())
                            .isEqualTo(PlatformException.Kind.REJECTED));
        }
    }

    @Test
    void userWhoIsNotThereIsEnded() throws Exception {
        try (ScriptedService service = ScriptedService.start(asked -> new Said(404, ""));
                OsisPlatform platform = connect(service)) {
            platform.retireUser(ANN);

            assertThat(changes(service)).isEmpty();
        }
    }

    private static ScriptedService service(Said deleted) {
        Function<Asked, Said> script = asked ->
                asked.begins("DELETE") ? deleted : asked.line().contains("/s3credentials") ? Said.ok(KEYS) : USER;
        return ScriptedService.start(script);
    }

    private static List<String> changes(ScriptedService service) {
        return service.lines().stream().filter(it -> !it.startsWith("GET")).toList();
    }

    private static String deletion(String accessKey) {
        return "DELETE /api/v1/s3credentials/" + accessKey + "?tenant_id=7&user_id=u";
    }

    private static OsisPlatform connect(ScriptedService service) throws MalformedDocumentException {
        String facts = "{\"information\":{\"auth_modes\":[\"Basic\"],\"services\":{\"s3\":\"http://127.0.0.1:1\"}},"
                + "\"capabilities\":{}}";
        return OsisPlatform.of(
                ServedPlatformTest.config(
                        service.endpoint(), new OsisLogin.User("admin", Secret.of("hunter2")), Duration.ofMinutes(1)),
                ServiceFacts.parse(facts.getBytes(StandardCharsets.UTF_8)));
    }
}
