package dev.ose.osis.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.osis.service.TokenIssuer.Scope;
import dev.ose.osis.service.TokenIssuer.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenMintTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration LIFE = Duration.ofMinutes(15);
    private static final Secret KEY = Secret.of("a signing key of more than thirty-two bytes");

    private final TokenIssuer mint = at(NOW, KEY);

    @Test
    void tokenIsGoodUntilItsTimeIsOver() {
        String token = text(mint.issue("admin", Scope.ROLE_ADMIN, LIFE));

        assertThat(mint.check(token, "admin", Scope.ROLE_ADMIN)).isEqualTo(Verdict.GOOD);
        assertThat(at(NOW.plus(LIFE).minusSeconds(1), KEY).check(token, "admin", Scope.ROLE_ADMIN))
                .isEqualTo(Verdict.GOOD);
        assertThat(at(NOW.plus(LIFE), KEY).check(token, "admin", Scope.ROLE_ADMIN))
                .isEqualTo(Verdict.EXPIRED);
    }

    @Test
    void tokenOfAnotherKeyUserOrScopeIsBad() {
        String token = text(mint.issue("admin", Scope.ROLE_REFRESH_TOKEN, LIFE));

        assertThat(mint.check(token, "admin", Scope.ROLE_ADMIN)).isEqualTo(Verdict.BAD);
        assertThat(mint.check(token, "root", Scope.ROLE_REFRESH_TOKEN)).isEqualTo(Verdict.BAD);
        assertThat(at(NOW, Secret.of("another key of more than thirty-two bytes..."))
                        .check(token, "admin", Scope.ROLE_REFRESH_TOKEN))
                .isEqualTo(Verdict.BAD);
    }

    @Test
    void noLetterOfATokenCanBeChanged() {
        String token = text(mint.issue("admin", Scope.ROLE_ADMIN, LIFE));
        // The last letter of each part may hold bits that decode to nothing.
        int last = token.length() - 1;

        for (int i = 0; i < last; i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            assertThat(mint.check(changed, "admin", Scope.ROLE_ADMIN)).isEqualTo(Verdict.BAD);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "HS256", "RS256"})
    void tokenDoesNotChooseHowItIsChecked(String algorithm) {
        String[] parts = text(mint.issue("admin", Scope.ROLE_ADMIN, LIFE)).split("\\.", -1);
        String head = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                        ("{\"alg\":\"" + algorithm + "\",\"typ\":\"JWT\"}").getBytes(StandardCharsets.US_ASCII));

        assertThat(mint.check(head + '.' + parts[1] + '.' + parts[2], "admin", Scope.ROLE_ADMIN))
                .isEqualTo(Verdict.BAD);
        assertThat(mint.check(head + '.' + parts[1] + '.', "admin", Scope.ROLE_ADMIN))
                .isEqualTo(Verdict.BAD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b.c", "a.b", "ä.ö.ü"})
    void nonsenseIsBad(String token) {
        assertThat(mint.check(token, "admin", Scope.ROLE_ADMIN)).isEqualTo(Verdict.BAD);
    }

    private static TokenIssuer at(Instant time, Secret key) {
        return new TokenIssuer(key, Clock.fixed(time, ZoneOffset.UTC));
    }

    private static String text(Secret token) {
        return token.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
