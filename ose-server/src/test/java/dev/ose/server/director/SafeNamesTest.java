package dev.ose.server.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.tenant.Names;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeNamesTest {

    private static final UUID ID = UUID.fromString("0a1b2c3d-0000-4000-8000-00000000000f");

    @Test
    void usableNameIsTriedAsItIs() {
        assertThat(SafeNames.of("ann", ID)).containsExactly("ann", "ann-0a1b2c3d", "ann-" + ID);
    }

    @Test
    void otherCharactersBecomeHyphensAndTheNameIsMarked() {
        assertThat(SafeNames.of("ann@example.com", ID))
                .containsExactly("ann-example.com-0a1b2c3d", "ann-example.com-" + ID);
        assertThat(SafeNames.of("..ann", ID)).containsExactly("ann-0a1b2c3d", "ann-" + ID);
        assertThat(SafeNames.of("\u5c71\u7530", ID)).containsExactly("0a1b2c3d", ID.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", " ", "~x", "a/../b", "a\u0000b", "A'; DROP TABLE tenant; --", "\ud83d\ude00"})
    void everyNameFollowsTheRule(String name) {
        assertThat(SafeNames.of(name, ID)).isNotEmpty().allMatch(Names::isUsable);
        assertThat(SafeNames.of(name.repeat(100), ID)).isNotEmpty().allMatch(Names::isUsable);
    }
}
