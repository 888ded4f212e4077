package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import dev.ose.control.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest extends OnHost {

    private static final Path REFERENCE = Path.of("..", "docs", "reference", "commands.md");

    @Test
    void referencePageIsWhatTheGrammarSays() throws IOException {
        assertThat(CommandReference.markdown())
                .as("write it again with dev.ose.cli.CommandReference, see CONTRIBUTING.md")
                .isEqualTo(Files.readString(REFERENCE));
    }

    @Test
    void everyCommandHasADescriptionAndAManPage() throws IOException {
        CommandReference.main(new String[] {
            root.resolve("c.md").toString(), root.resolve("man").toString()
        });

        assertThat(CommandReference.leaves(CommandReference.grammar())).allSatisfy(leaf -> assertThat(
                        leaf.getCommandSpec().usageMessage().description())
                .as(leaf.getCommandSpec().qualifiedName())
                .isNotEmpty());
        assertThat(root.resolve("man/ose-args.1")).content().contains(".SS ose args set", "\\-\\-dry\\-run");
        assertThat(root.resolve("man/ose.bash")).content().contains("complete -F _complete_ose");
        assertThat(root.resolve("man/ose.fish"))
                .content()
                .contains("complete -c ose -n '__fish_use_subcommand' -a service");
    }

    @Test
    void keeperThatIsAwayIsNotRunning() throws IOException {
        host.close();

        Host.Ran ran = host.ose("args", "list");

        assertThat(ran.exitCode()).isEqualTo(4);
        assertThat(ran.err()).contains("OSE-3001", "systemctl start ose-keeper");
        assertThat(ran.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "args", "args sett -k a", "args set", "nonsense", "args list --nonsense", "config export"})
    void commandLineThatIsWrongIsToldWithoutAskingTheKeeper(String line) {
        Host.Ran ran = host.ose(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).startsWith("ose: ");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void mistypedCommandIsAnsweredWithTheNearest() {
        assertThat(host.ose("servce", "status").err()).contains("service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ceph iam set https://iam", "cloudian admin set --url x --user y"})
    void commandOfTheReferenceThatIsAbsentIsRefusedWithTheReason(String line) {
        Host.Ran ran = host.ose(line.split(" "));

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-3401").doesNotContain("nmatched");
    }

    @Test
    void amazonLeadsToAws() {
        assertThat(host.ose("amazon", "admin", "set", "--url", "x").err()).contains("OSE-3401", "ose aws");
    }

    @Test
    void disableAndEnableAreDescribedApart() {
        for (String group : List.of("tenant", "user", "credential")) {
            String help = host.ose(group, "--help").out();

            assertThat(help).contains("Refuse ", "Serve ");
        }
    }

    @Test
    void doctorTellsWhatCanBeAskedAndWhatCannot() throws IOException {
        host.answer("STATUS", Map.of("state", "SERVING", "sentence", "The node serves."));

        Host.Ran ran = host.ose("doctor");
        host.close();
        Host.Ran away = host.ose("doctor");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out())
                .contains("Keeper  Y         Valid", "Node    Y         Valid         The node serves.", "OSE-1331");
        assertThat(away.exitCode()).isEqualTo(1);
        assertThat(away.out()).contains("OSE-3001", "Keeper: Start it with systemctl start ose-keeper.");
    }

    @ParameterizedTest
    @CsvSource({"HELD,OSE-1001", "SERVING,OSE-3204"})
    void doctorTakesNoNodeForWellThatIsNot(String state, String code) {
        host.answer("STATUS", Map.of("state", state, "sentence", "Something is wrong.", "code", code));

        assertThat(host.ose("doctor").out())
                .contains("Node    Y         Failed        " + code + ": Something is wrong.");
    }

    /** A secret may begin with an @. */
    @Test
    void valueThatBeginsWithAnAtIsNoFileOfArguments() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "two words");

        assertThat(host.ose("args", "set", "-k", "oss.s3.domains", "-v", "@" + file)
                        .err())
                .contains("OSE-1002", "@" + file);
    }

    @Test
    void bundleOfTheWrongDaysIsNotAskedFor() {
        Host.Ran ran = host.ose("support", "--start", "2026-11-21", "--end", "2026-11-20");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("OSE-3402");
    }

    @Test
    void embeddedPlatformCannotBeDisabled() {
        Host.Ran ran = host.ose("platforms", "disable", "embedded");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("OSE-3404", "Enable another one");
    }

    @Test
    void healthOfBackgroundWorkIsAskedOfTheNode() {
        host.answer(
                "GET /api/v1/admin/health",
                Map.of(
                        "backgroundWork",
                        List.of(
                                Map.of(
                                        "name",
                                        "meters",
                                        "lastSuccess",
                                        "2026-11-24T10:00:00Z",
                                        "consecutiveFailures",
                                        0),
                                Map.of(
                                        "name",
                                        "verifier",
                                        "consecutiveFailures",
                                        3,
                                        "lastCause",
                                        "PlatformUnreachable"))));

        assertThat(host.ose("service", "health").out()).isEqualTo("""
                WORK      LAST SUCCESS          FAILURES SINCE  LAST CAUSE
                meters    2026-11-24T10:00:00Z  0
                verifier                        3               PlatformUnreachable
                """);
    }

    @Test
    void serviceIsAskedOfTheKeeper() {
        host.answer("STATUS", Map.of("state", "SERVING"));
        host.answer("THREAD_DUMP", Map.of("text", "main\n"));

        assertThat(host.ose("service", "status").out()).isEqualTo("WHAT   VALUE\nstate  SERVING\n");
        assertThat(host.ose("service", "threads").out()).isEqualTo("main\n");
        assertThat(host.ose("service", "restart").exitCode()).isEqualTo(4);
        host.answer("STATUS", Map.of("state", "STOPPED"));
        assertThat(host.ose("service", "status").exitCode()).isEqualTo(4);
        assertThat(host.actions())
                .containsExactly(
                        ServiceCommand.Action.STATUS,
                        ServiceCommand.Action.THREAD_DUMP,
                        ServiceCommand.Action.RESTART,
                        ServiceCommand.Action.STATUS);
    }

    @Test
    void userIsMadeByTheNamesOfTenantAndUser() {
        host.answer("GET /api/v1/admin/tenants?name=a%20b", Map.of("items", List.of(Map.of("id", "7"))));
        host.answer(
                "POST /api/v1/admin/tenants/7/users",
                Map.of(
                        "id", "8",
                        "name", "u",
                        "role", "TENANT_USER",
                        "reservedCredential", Map.of("accessKey", "AK", "secretKey", "SK")));

        Host.Ran ran = host.ose("user", "create", "u", "--tenant", "a b");

        assertThat(ran.out()).isEqualTo("""
            WHAT        VALUE
            name        u
            id          8
            role        TENANT_USER
            access key  AK
            secret key  SK
            """);
        assertThat(host.toNode())
                .last()
                .extracting(NodeCommand::body)
                .hasToString("{\"name\":\"u\",\"role\":\"TENANT_USER\"}");
    }

    @Test
    void listsAreReadToTheirEnd() {
        host.answer(
                "GET /api/v1/admin/tenants?limit=1000&after=",
                Map.of("items", List.of(Map.of("name", "a", "status", "ACTIVE")), "next", "a"));
        host.answer(
                "GET /api/v1/admin/tenants?limit=1000&after=a",
                Map.of("items", List.of(Map.of("name", "b", "status", "ACTIVE"))));

        assertThat(host.ose("tenant", "list", "-o", "json").out())
                .contains("\"name\":\"a\"")
                .contains("\"name\":\"b\"");
    }

    @Test
    void unknownTenantIsToldByName() {
        host.answer("GET /api/v1/admin/tenants?name=no", Map.of("items", List.of()));

        Host.Ran ran = host.ose("tenant", "show", "no");

        assertThat(ran.exitCode()).isEqualTo(5);
        assertThat(ran.err()).contains("There is no tenant no.");
    }
}
