package dev.ose.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeeperArgumentsTest {

    @Test
    void defaultsAreThoseOfThePackage() {
        KeeperArguments arguments = KeeperArguments.parse(List.of());

        assertThat(arguments.directories().config()).isEqualTo(Path.of("/etc/ose"));
        assertThat(arguments.socket()).isEqualTo(Path.of("/run/ose/keeper.sock"));
        assertThat(arguments.program().aotCache()).isNull();
        assertThat(arguments.underSystemd()).isFalse();
        assertThat(arguments.leavesNode()).isFalse();
    }

    @Test
    void bothSpellingsAreTaken() {
        KeeperArguments arguments = KeeperArguments.parse(
                List.of("--run-dir", "/a", "--launcher=systemd", "--leave-node", "--aot-cache=/c"));

        assertThat(arguments.directories().run()).isEqualTo(Path.of("/a"));
        assertThat(arguments.socket()).isEqualTo(Path.of("/a/keeper.sock"));
        assertThat(arguments.program().aotCache()).isEqualTo(Path.of("/c"));
        assertThat(arguments.underSystemd()).isTrue();
        assertThat(arguments.leavesNode()).isTrue();
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        for (List<String> wrong :
                List.of(List.of("x"), List.of("--nothing=1"), List.of("--run-dir"), List.of("--launcher=upstart"))) {
            assertThatThrownBy(() -> KeeperArguments.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
