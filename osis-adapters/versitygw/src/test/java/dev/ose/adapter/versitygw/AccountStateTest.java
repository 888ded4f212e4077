package dev.ose.adapter.versitygw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountStateTest {

    private final SecureRandom random = new SecureRandom();

    @ParameterizedTest
    @ValueSource(strings = {"Zürich & Söhne", "", "a.b.c", "ose1.stopped.x", "日本 😀"})
    void stateIsReadAsItWasStored(String name) {
        AccountState state = AccountState.withKey(name, random);

        AccountState stopped =
                AccountState.read(state.with(false).stored(random)).orElseThrow();

        assertThat(stopped.isActive()).isFalse();
        assertThat(stopped.name()).isEqualTo(name);
        assertThat(stopped.key()).isEqualTo(state.key());
        AccountState active =
                AccountState.read(stopped.with(true).stored(random)).orElseThrow();
        assertThat(active.isActive()).isTrue();
        assertThat(active.key()).contains(active.stored(random));
    }

    @Test
    void accountWithoutAKeyHasNoneButAName() {
        AccountState state = AccountState.read(
                        AccountState.withoutKey("Ann", random).stored(random))
                .orElseThrow();

        assertThat(state.key()).isEmpty();
        assertThat(state.isActive()).isTrue();
        assertThat(state.name()).isEqualTo("Ann");
        assertThat(AccountState.read(state.with(false).stored(random))
                        .orElseThrow()
                        .key())
                .isEmpty();
    }

    /** Otherwise the text of one stop would open the account after the next. */
    @Test
    void whatAStoppedAccountHasIsNeverTheSameAndNeverItsKey() {
        AccountState stopped = AccountState.withKey("Ann", random).with(false);

        assertThat(stopped.stored(random)).isNotEqualTo(stopped.stored(random));
        assertThat(stopped.key().orElseThrow()).isNotEqualTo(stopped.stored(random));
    }

    @Test
    void secretKeyNeedsNoEscapesAnywhere() {
        Secret key = AccountState.withKey("Zürich <&> Söhne", random).key().orElseThrow();

        String text = key.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        assertThat(text).matches("[A-Za-z0-9._-]{40,}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret-of-others",
                "ose1.key.",
                "ose1.key.random",
                "ose1.key.random.!",
                "ose1.key.a.b.c",
                "ose1.stopped.",
                "ose1.stopped.random",
                "ose1.stopped.random.secret-of-others",
                "ose1.stopped.random.ose1.stopped.random.ose1.key.random.QW5u"
            })
    void secretKeysOfOthersAreNoStates(String text) {
        assertThat(AccountState.read(Secret.of(text))).isEmpty();
    }
}
