package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorFixture;
import dev.ose.testkit.DirectorStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * VMware's public suite of its Object Storage Extension against a node, with the stand-in of Cloud Director. The suite
 * is not part of this repository: {@code -Dose.extension.suite} names the directory that it was fetched into ({@code
 * vmware-ose-common-test-suites} of {@code vmware-samples/object-storage-extension-samples}), {@code
 * -Dose.extension.cases} some of its cases. Prints the results by operation.
 */
@EnabledIfSystemProperty(
        named = "ose.extension.suite",
        matches = ".+",
        disabledReason = "the suite is not part of this repository")
final class ExtensionSuiteIT {

    private static final String PASSWORD = "a password of tests";
    private static final List<String> RIGHTS = List.of("UI Plugins: View");

    @RegisterExtension
    static final DirectorFixture DIRECTORS = new DirectorFixture();

    @TempDir
    private Path folder;

    /** How many cases of an operation succeeded, of how many. */
    private static final class Tally {

        private int successes;
        private int cases;

        void add(JsonNode line) {
            cases++;
            if (line.required("outcome").asString().equals("success")) {
                successes++;
            }
        }

        @Override
        public String toString() {
            return successes + " | " + cases;
        }
    }

    @Test
    void suiteRunsAndEveryCaseHasAResult() throws IOException {
        DirectorStandIn director = DIRECTORS.director();
        DirectorAccounts accounts = director.accounts();
        Map<String, String> options = DirectorOptions.of(director, folder);
        options.put("oss.director.legacy-token", "true");
        Node node = Node.startEmpty("extension-suite", options);
        try {
            Organisation first = accounts.organisation("first");
            Organisation second = accounts.organisation("second");
            Path profile = profile(
                    node,
                    director,
                    login(accounts, first, "one"),
                    login(accounts, first, "two"),
                    login(accounts, second, "one"));
            String output = run(profile);
            Map<String, Tally> byOperation = new TreeMap<>();
            output.lines().map(JsonMapper.shared()::readTree).forEach(line -> byOperation
                    .computeIfAbsent(line.required("operation").asString(), _ -> new Tally())
                    .add(line));
            StringBuilder table = new StringBuilder("| operation | passed | cases |\n| --- | --- | --- |\n");
            byOperation.forEach((operation, tally) -> table.append("| ")
                    .append(operation)
                    .append(" | ")
                    .append(tally)
                    .append(" |\n"));
            System.out.println(table);
            System.out.println(output);
            assertThat(byOperation).isNotEmpty();
        } finally {
            node.stop();
        }
    }

    private static String login(DirectorAccounts accounts, Organisation organisation, String name) {
        User user = accounts.user(organisation, name, accounts.role(organisation, "role of " + name, RIGHTS));
        accounts.password(user, PASSWORD);
        return "login_credential: {vcd_user: \"%s@%s\", vcd_password: \"%s\"}"
                .formatted(name, organisation.name(), PASSWORD);
    }

    private Path profile(Node node, DirectorStandIn director, String one, String two, String other) throws IOException {
        return Files.writeString(folder.resolve("profile.yml"), """
                vcd_url: %s
                ose_url: %s
                virtual_host_style: False
                region: us-east-1
                location_constraint: us-east-1
                vendor_s3_endpoint: %2$s
                vendor_region: us-east-1
                group1:
                  user1: {%s}
                  user2: {%s}
                group2:
                  user1: {%s}
                log_level: INFO
                storage: {region: us-east-1, storageClass: STANDARD}
                constants:
                  all-users-uri: http://acs.amazonaws.com/groups/global/AllUsers
                  anonymous-display-name: anonymous
                  anonymous-id: '|anonymous'
                test_bucket_prefix: s3testauto
                case_scope: {full: {excludes: []}}
                """.formatted(
                        director.url(), node.admin().endpoint(), one, two, other));
    }

    /** The suite writes into its directory, so it runs in a copy. */
    private String run(Path profile) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("suite"));
        new Command("cp", "-r", System.getProperty("ose.extension.suite") + "/.", copy).run();
        return new Command(
                        Tools.extensionSuitePython(),
                        Tools.repository().resolve("integration-tests/tools/extension-suite/suite.py"),
                        copy,
                        profile)
                .with(Stream.of(System.getProperty("ose.extension.cases", "").split(" ", -1))
                        .filter(word -> !word.isEmpty())
                        .toArray())
                .variable("HOME", folder.toString())
                .within(Duration.ofMinutes(40))
                .run();
    }
}
