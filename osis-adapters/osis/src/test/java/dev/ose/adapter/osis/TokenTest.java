package dev.ose.adapter.osis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.Secret;
import dev.ose.adapter.osis.ScriptedService.Asked;
import dev.ose.adapter.osis.ScriptedService.Said;
import dev.ose.osis.model.MalformedDocumentException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tokens: login, refresh, and login again. */
class TokenTest {

    private static final Said EMPTY_PAGE =
            Said.ok("{\"items\":[],\"page_info\":{\"limit\":1,\"offset\":0,\"total\":0}}");
    private static final Said EXPIRED =
            new Said(401, "{\"status\":401,\"message\":\"Token has expired\",\"error_code\":2,\"timestamp\":1}");
    private static final Said TOKENS = Said.ok("{\"access_token\":\"first\",\"refresh_token\":\"again\"}");
    private static final String LIST = "GET /api/v1/tenants?offset=0&limit=1";
    private static final String LOGIN = "POST /api/v1/auth/login";
    private static final String REFRESH = "POST /api/v1/auth/token";

    @Test
    void oneLoginServesManyCalls() {
        try (ScriptedService service = ScriptedService.start(asked -> asked.begins(LOGIN) ? TOKENS : EMPTY_PAGE);
                OsisPlatform platform = connect(service)) {
            platform.checkAccess();
            platform.checkAccess();

            assertThat(service.lines()).containsExactly(LOGIN, LIST, LIST);
            assertThat(service.asked().get(0).body()).isEqualTo("{\"username\":\"admin\",\"password\":\"hunter2\"}");
            assertThat(service.asked().get(0).authorization()).isNull();
            assertThat(service.asked().get(2).authorization()).isEqualTo("Bearer first");
        }
    }

    @Test
    void expiredTokenIsRenewedAndTheCallRepeated() {
        Function<Asked, Said> script = asked -> switch (asked.line()) {
            case LOGIN -> TOKENS;
            case REFRESH -> Said.ok("{\"access_token\":\"second\"}");
            default -> "Bearer second".equals(asked.authorization()) ? EMPTY_PAGE : EXPIRED;
        };
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            platform.checkAccess();
            platform.checkAccess();

            assertThat(service.lines()).containsExactly(LOGIN, LIST, REFRESH, LIST, LIST);
            assertThat(service.asked().get(2).body()).isEqualTo("{\"refresh_token\":\"again\"}");
        }
    }

    @Test
    void refusedRenewalMakesForAnotherLogin() {
        int[] logins = {0};
        Function<Asked, Said> script = asked -> switch (asked.line()) {
            case LOGIN -> Said.ok("{\"access_token\":\"login " + ++logins[0] + "\",\"refresh_token\":\"r\"}");
            case REFRESH -> EXPIRED;
            default -> "Bearer login 2".equals(asked.authorization()) ? EMPTY_PAGE : EXPIRED;
        };
        try (ScriptedService service = ScriptedService.start(script);
                OsisPlatform platform = connect(service)) {
            platform.checkAccess();

            assertThat(service.lines()).containsExactly(LOGIN, LIST, REFRESH, LOGIN, LIST);
        }
    }

    @Test
    void refusedLoginIsRejectedAndEndless401IsNotTriedForEver() {
        try (ScriptedService service = ScriptedService.start(asked -> EXPIRED);
                OsisPlatform platform = connect(service)) {
            assertThat(failure(platform).kind()).isEqualTo(Kind.REJECTED);
        }
        try (ScriptedService service = ScriptedService.start(asked -> asked.begins("POST") ? TOKENS : EXPIRED);
                OsisPlatform platform = connect(service)) {
            assertThat(failure(platform).kind()).isEqualTo(Kind.REJECTED);
            assertThat(service.lines()).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    void failedLoginLeavesNothingUnknown() {
        try (ScriptedService service = ScriptedService.start(asked -> new Said(500, ""));
                OsisPlatform platform = connect(service)) {
            PlatformException failure = catchThrowableOfType(
                    PlatformException.class, () -> platform.createKey(new UserName("t", "u").toId()));

            assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(service.lines()).containsExactly(LOGIN);
        }
    }

    @Test
    void tokenOfTheOperatorIsSentUnchanged() {
        try (ScriptedService service = ScriptedService.start(
                        asked -> "Bearer given".equals(asked.authorization()) ? EMPTY_PAGE : EXPIRED);
                OsisPlatform good = connect(service, new OsisLogin.Token(Secret.of("given")));
                OsisPlatform old = connect(service, new OsisLogin.Token(Secret.of("old")))) {
            good.checkAccess();

            assertThat(failure(old).kind()).isEqualTo(Kind.REJECTED);
            assertThat(failure(old)).hasMessageContaining("token");
            assertThat(service.lines()).containsOnly(LIST);
        }
    }

    private static PlatformException failure(OsisPlatform platform) {
        return catchThrowableOfType(PlatformException.class, platform::checkAccess);
    }

    private static OsisPlatform connect(ScriptedService service) {
        return connect(service, new OsisLogin.User("admin", Secret.of("hunter2")));
    }

    private static OsisPlatform connect(ScriptedService service, OsisLogin login) {
        String facts = "{\"information\":{\"auth_modes\":[\"Bearer\"],\"services\":{\"s3\":\"http://127.0.0.1:1\"}},"
                + "\"capabilities\":{}}";
        try {
            return OsisPlatform.of(
                    ServedPlatformTest.config(service.endpoint(), login, Duration.ofMinutes(1)),
                    ServiceFacts.parse(facts.getBytes(StandardCharsets.UTF_8)));
        } catch (MalformedDocumentException e) {
            throw new IllegalStateException(e);
        }
    }
}
