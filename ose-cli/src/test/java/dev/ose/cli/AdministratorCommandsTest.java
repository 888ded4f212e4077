package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What adds, changes and removes administrators. */
class AdministratorCommandsTest extends OnHost {

    private static final String ADMINISTRATORS = "/api/v1/admin/administrators";
    private static final String ZOE = ADMINISTRATORS + "/zoe";
    private static final String WORD = "a password of tests";

    @BeforeEach
    void script() throws Exception {
        host.answer("GET " + ZOE, Map.of("name", "zoe", "status", "ACTIVE"));
    }

    private List<NodeCommand> changes() {
        return host.toNode().stream().filter(it -> !it.method().equals("GET")).toList();
    }

    @Test
    void administratorIsAddedWithThePasswordOfTheStandardInput() {
        host.answer("POST " + ADMINISTRATORS, Map.of("name", "zoe"));

        Host.Ran ran = host.oseWithInput(WORD + "\n", "administrators", "add", "zoe", "--secret-stdin");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out() + ran.err()).contains("zoe").doesNotContain(WORD);
        assertThat(Objects.requireNonNull(changes().getFirst().body()).toString())
                .isEqualTo("{\"name\":\"zoe\",\"password\":\"" + WORD + "\",\"mustChange\":true}");
    }

    @Test
    void passwordOnTheCommandLineIsRefused() {
        Host.Ran ran = host.ose("administrators", "add", "zoe", "--secret", WORD);

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(changes()).isEmpty();
    }

    @Test
    void passwordOfAnAdministratorIsSetForGood() {
        host.answer("PUT " + ZOE + "/password", Map.of());

        Host.Ran ran =
                host.oseWithInput(WORD + "\n", "administrators", "password", "zoe", "--secret-stdin", "--permanent");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(Objects.requireNonNull(changes().getFirst().body()).toString())
                .isEqualTo("{\"password\":\"" + WORD + "\",\"mustChange\":false}");
    }

    @Test
    void administratorIsSwitchedAndRemoved() {
        host.answer("POST " + ZOE + "/disable", Map.of("name", "zoe", "status", "DISABLED"));
        host.answer("POST " + ZOE + "/enable", Map.of("name", "zoe", "status", "ACTIVE"));
        host.answer("DELETE " + ZOE, Map.of());

        assertThat(host.ose("administrators", "disable", "zoe").out()).contains("DISABLED");
        assertThat(host.ose("administrators", "enable", "zoe").out()).contains("ACTIVE");
        assertThat(host.ose("administrators", "remove", "zoe", "--dry-run").err())
                .contains("Nothing was changed");
        assertThat(host.ose("administrators", "remove", "zoe").exitCode()).isZero();

        assertThat(changes().stream().map(it -> it.method() + ' ' + it.path()))
                .containsExactly("POST " + ZOE + "/disable", "POST " + ZOE + "/enable", "DELETE " + ZOE);
    }

    @Test
    void administratorsAreListed() {
        host.answer(
                "GET " + ADMINISTRATORS + "?limit=1000&after=",
                Map.of("items", List.of(Map.of("name", "zoe", "status", "ACTIVE", "secondFactor", true))));

        assertThat(host.ose("administrators", "list").out()).contains("zoe", "ACTIVE");
    }
}
