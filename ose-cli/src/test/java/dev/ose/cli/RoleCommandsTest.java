package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code ose roles} and {@code ose policies}. */
class RoleCommandsTest extends OnHost {

    private static final String TENANT = "/api/v1/admin/tenants/7";
    private static final String ROLE = TENANT + "/roles/reader";
    private static final String OF_ADA = TENANT + "/users/9/roles/reader";
    private static final String POLICIES = TENANT + "/users/9/policies";
    private static final String DOCUMENT = "{\"Statement\":[]}";

    @BeforeEach
    void script() {
        answerNamed("/api/v1/admin/tenants", "acme", "7");
        answerNamed(TENANT + "/users", "ada", "9");
        host.answer("GET " + ROLE, Map.of("name", "reader", "user", "9"));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(root.resolve("document.json"), text);
    }

    private String document() throws IOException {
        return "--file=" + file(DOCUMENT);
    }

    private List<String> changes() {
        return host.toNode().stream()
                .filter(it -> !it.method().equals("GET"))
                .map(it -> it.method() + ' ' + it.path())
                .toList();
    }

    private Host.Ran ose(String... arguments) {
        Host.Ran ran = host.ose(arguments);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return ran;
    }

    @Test
    void policyOfAUserIsSetListedShownAndRemoved() throws Exception {
        host.answer("PUT " + POLICIES + "/read", "{\"document\":" + DOCUMENT + "}", Map.of("name", "read"));
        host.answer("GET " + POLICIES + "?limit=1000&after=", Map.of("items", List.of(Map.of("name", "read"))));
        host.answer("GET " + POLICIES + "/read", Map.of("name", "read", "document", Map.of()));
        host.answer("DELETE " + POLICIES + "/read", Map.of());

        assertThat(ose("policies", "set", "--tenant=acme", "--user=ada", "read", document())
                        .out())
                .contains("read");
        assertThat(ose("policies", "list", "--tenant=acme", "--user=ada").out()).contains("read");
        assertThat(ose("policies", "show", "--tenant=acme", "--user=ada", "read")
                        .out())
                .contains("document");
        ose("policies", "remove", "--tenant=acme", "--user=ada", "read", "--dry-run");
        ose("policies", "remove", "--tenant=acme", "--user=ada", "read");

        assertThat(changes()).containsExactly("PUT " + POLICIES + "/read", "DELETE " + POLICIES + "/read");
    }

    @Test
    void roleIsMadeAsAUserAndChangedThere() throws Exception {
        host.answer(
                "PUT " + OF_ADA,
                "{\"trust\":" + DOCUMENT + ",\"description\":\"reads\",\"maxSessionSeconds\":7200}",
                Map.of("name", "reader"));
        host.answer("PUT " + OF_ADA + "/trust", "{\"trust\":" + DOCUMENT + "}", Map.of("name", "reader"));
        host.answer("PUT " + OF_ADA + "/policies/p", "{\"document\":" + DOCUMENT + "}", Map.of("name", "p"));
        host.answer("GET " + ROLE + "/policies/p", Map.of("name", "p"));
        host.answer("GET " + ROLE + "/policies?limit=1000&after=", Map.of("items", List.of(Map.of("name", "p"))));
        host.answer("GET " + TENANT + "/roles?limit=1000&after=", Map.of("items", List.of(Map.of("name", "reader"))));
        host.answer("DELETE " + OF_ADA + "/policies/p", Map.of());
        host.answer("DELETE " + OF_ADA, Map.of());

        ose(
                "roles",
                "create",
                "--tenant=acme",
                "--user=ada",
                "reader",
                document(),
                "--description=reads",
                "--max-session=7200");
        ose("roles", "set-trust", "--tenant=acme", "reader", document());
        ose("roles", "set-policy", "--tenant=acme", "reader", "p", document());
        assertThat(ose("roles", "list", "--tenant=acme").out()).contains("reader");
        assertThat(ose("roles", "show", "--tenant=acme", "reader").out()).contains("reader");
        assertThat(ose("roles", "list-policies", "--tenant=acme", "reader").out())
                .contains("p");
        assertThat(ose("roles", "show-policy", "--tenant=acme", "reader", "p").out())
                .contains("p");
        ose("roles", "remove-policy", "--tenant=acme", "reader", "p");
        ose("roles", "remove", "--tenant=acme", "reader");

        assertThat(changes())
                .containsExactly(
                        "PUT " + OF_ADA,
                        "PUT " + OF_ADA + "/trust",
                        "PUT " + OF_ADA + "/policies/p",
                        "DELETE " + OF_ADA + "/policies/p",
                        "DELETE " + OF_ADA);
    }

    @Test
    void fileThatIsNoDocumentIsRefusedBeforeTheNodeIsAsked() throws Exception {
        for (String file : List.of(file("{").toString(), root.resolve("absent").toString())) {
            Host.Ran ran = host.ose("policies", "set", "--tenant=acme", "--user=ada", "read", "--file=" + file);

            assertThat(ran.exitCode()).isNotZero();
            assertThat(ran.err()).contains("OSE-3403");
        }
        assertThat(host.toNode()).noneMatch((NodeCommand it) -> it.method().equals("PUT"));
    }
}
