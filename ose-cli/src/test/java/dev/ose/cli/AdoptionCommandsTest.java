package dev.ose.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.control.NodeCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that adopt users and buckets of a platform, and transfer tenants and buckets. */
class AdoptionCommandsTest extends OnHost {

    private static final String TENANTS = "/api/v1/admin/tenants";
    private static final String TENANT = TENANTS + "/7";

    @BeforeEach
    void script() throws Exception {
        answerNamed(TENANTS, "acme", "7");
        host.answer("GET " + TENANT, Map.of("name", "acme"));
        answerNamed(TENANT + "/users", "ann", "8");
        host.answer("GET " + TENANT + "/users?name=bob", Map.of("items", List.of()));
        host.answer("GET " + TENANT + "/users/8", Map.of("name", "ann", "id", "8"));
    }

    private List<String> changes() {
        return host.toNode().stream()
                .filter(it -> !it.method().equals("GET"))
                .map(it -> it.method() + ' ' + it.path() + ' ' + it.body())
                .toList();
    }

    @Test
    void tenantIsMadeOfOneThatThePlatformHas() {
        host.answer("POST " + TENANTS, Map.of("name", "labs"));

        assertThat(host.ose("tenant", "create", "labs", "--platform-tenant", "legacy")
                        .out())
                .contains("labs");
        assertThat(changes()).containsExactly("POST " + TENANTS + " {\"name\":\"labs\",\"platformTenant\":\"legacy\"}");
    }

    @Test
    void emptyTenantIsRemapped() {
        host.answer("PUT " + TENANT + "/platform-tenant", Map.of("name", "acme"));
        host.answer("GET " + TENANT + "/users?limit=1", Map.of("items", List.of()));
        host.answer("GET " + TENANT + "/buckets?limit=1", Map.of("items", List.of()));
        String[] remap = {"tenant", "remap", "acme", "--platform-tenant", "legacy"};

        Host.Ran dry = host.ose("tenant", "remap", "acme", "--platform-tenant", "legacy", "--dry-run");
        assertThat(dry.exitCode()).isZero();
        assertThat(dry.err()).contains("Nothing was changed");
        assertThat(changes()).isEmpty();

        assertThat(host.ose(remap).exitCode()).isZero();
        assertThat(changes()).containsExactly("PUT " + TENANT + "/platform-tenant {\"platformTenant\":\"legacy\"}");
    }

    @Test
    void tenantIsLinkedToAnOrganisationOfCloudDirectorAndUnlinked() {
        String path = TENANT + "/director-organisation";
        String id = "0a1b2c3d-0000-4000-8000-00000000000f";
        host.answer("PUT " + path, Map.of("organisation", id));
        host.answer("GET " + path, Map.of("organisation", id));
        host.answer("DELETE " + path, Map.of());

        assertThat(host.ose("tenant", "link", "acme", "--organisation", "urn:vcloud:org:" + id)
                        .out())
                .contains(id);
        assertThat(host.ose("tenant", "organisation", "acme").out()).contains(id);
        assertThat(host.ose("tenant", "unlink", "acme", "--dry-run").err()).contains("Nothing was changed");
        assertThat(host.ose("tenant", "unlink", "acme").out()).contains(id);

        assertThat(changes())
                .containsExactly(
                        "PUT " + path + " {\"organisation\":\"urn:vcloud:org:" + id + "\"}",
                        "DELETE " + path + " null");
    }

    @Test
    void dryRunTellsWhatKeepsATenantFromBeingRemapped() {
        host.answer("GET " + TENANT + "/users?limit=1", Map.of("items", List.of(Map.of("id", "8"))));

        Host.Ran dry = host.ose("tenant", "remap", "acme", "--platform-tenant", "legacy", "--dry-run", "-o", "json");

        assertThat(dry.exitCode()).isEqualTo(5);
        assertThat(dry.err()).contains("\"code\":\"OSE-2206\"", "users");
    }

    @Test
    void userOfThePlatformIsAdopted() {
        host.answer(
                "POST " + TENANT + "/users/adopt",
                Map.of(
                        "id", "9",
                        "name", "bob",
                        "role", "TENANT_ADMIN",
                        "reservedCredential", Map.of("accessKey", "AK", "secretKey", "SK")));
        String[] adopt = {
            "user", "adopt", "bob", "--tenant", "acme", "--platform-user", "legacy$bob", "--role", "TENANT_ADMIN"
        };

        assertThat(host.ose(with(adopt, "--dry-run", "-o", "json")).out())
                .isEqualTo("{\"name\":\"bob\",\"platformUser\":\"legacy$bob\",\"role\":\"TENANT_ADMIN\"}\n");
        assertThat(changes()).isEmpty();

        assertThat(host.ose(adopt).out()).contains("access key  AK", "secret key  SK");
        assertThat(changes())
                .containsExactly("POST " + TENANT
                        + "/users/adopt {\"name\":\"bob\",\"platformUser\":\"legacy$bob\",\"role\":\"TENANT_ADMIN\"}");
    }

    @Test
    void dryRunTellsThatAUsersNameIsTaken() {
        Host.Ran dry = host.ose("user", "adopt", "ann", "--tenant", "acme", "--platform-user", "x", "--dry-run");

        assertThat(dry.exitCode()).isEqualTo(5);
        assertThat(dry.err()).contains("OSE-2205");
    }

    @Test
    void allBucketsOfAUserAreAdoptedPageByPage() {
        String path = "POST " + TENANT + "/users/8/buckets/adopt";
        host.answer(
                path,
                "{\"after\":\"\",\"limit\":10,\"dryRun\":false}",
                Map.of("buckets", List.of(bucket("a", "ADOPTED", "RECORDED")), "next", "a"));
        host.answer(
                path,
                "{\"after\":\"a\",\"limit\":10,\"dryRun\":false}",
                Map.of("buckets", List.of(bucket("b", "KNOWN", "PARTLY"))));

        Host.Ran ran = host.ose("bucket", "adopt", "--tenant", "acme", "--user", "ann");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).isEqualTo("""
                BUCKET  OUTCOME  SHARING
                a       ADOPTED  RECORDED
                b       KNOWN    PARTLY
                """);
    }

    @Test
    void bucketWhoseSharesCouldNotBeReadIsToldByTheExitCode() {
        host.answer(
                "POST " + TENANT + "/users/8/buckets/adopt",
                "{\"after\":\"\",\"limit\":10,\"dryRun\":false}",
                Map.of("buckets", List.of(bucket("a", "ADOPTED", "UNREAD"))));

        Host.Ran ran = host.ose("bucket", "adopt", "--tenant", "acme", "--user", "ann");

        assertThat(ran.exitCode()).isEqualTo(6);
        assertThat(ran.out()).contains("UNREAD");
    }

    private static Map<String, String> bucket(String name, String outcome, String sharing) {
        return Map.of("bucket", name, "outcome", outcome, "sharing", sharing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NAME_TAKEN", "NAME_UNUSABLE", "NO_ROOM", "BUSY"})
    void bucketThatStaysBehindIsToldByTheExitCode(String outcome) {
        host.answer(
                "POST " + TENANT + "/users/8/buckets/adopt",
                "{\"after\":\"\",\"limit\":10,\"dryRun\":true}",
                Map.of("buckets", List.of(bucket("a", "ADOPTED"), bucket("b", outcome))));

        Host.Ran ran = host.ose("bucket", "adopt", "--tenant", "acme", "--user", "ann", "--dry-run");

        assertThat(ran.exitCode()).isEqualTo(6);
        assertThat(ran.out()).contains(outcome);
        assertThat(ran.err()).contains("Nothing was changed");
    }

    private static Map<String, String> bucket(String name, String outcome) {
        return Map.of("bucket", name, "outcome", outcome);
    }

    @Test
    void bucketIsCreatedWithItsSettings() {
        host.answer("POST " + TENANT + "/buckets", Map.of("name", "b"));

        Host.Ran ran = host.ose(
                "bucket",
                "create",
                "b",
                "--tenant",
                "acme",
                "--owner",
                "ann",
                "--object-lock",
                "--retention",
                "GOVERNANCE",
                "--retention-days",
                "3",
                "--tag",
                "team=red",
                "--block-public-access",
                "--bytes",
                "1KiB");

        assertThat(ran.out()).contains("name", "b");
        assertThat(changes())
                .containsExactly("POST " + TENANT + "/buckets {\"name\":\"b\",\"owner\":\"8\","
                        + "\"versioning\":\"ENABLED\",\"objectLock\":{\"enabled\":true,\"mode\":\"GOVERNANCE\","
                        + "\"days\":3,\"years\":null},\"tags\":[{\"key\":\"team\",\"value\":\"red\"}],"
                        + "\"publicAccessBlock\":{\"blockPublicAcls\":true,\"ignorePublicAcls\":true,"
                        + "\"blockPublicPolicy\":true,\"restrictPublicBuckets\":true},"
                        + "\"quota\":{\"maxBytes\":1024,\"maxObjects\":null}}");
    }

    @Test
    void bucketIsTransferredToAColleague() {
        host.answer("GET " + TENANT + "/buckets/b", Map.of("name", "b", "owner", "5"));
        host.answer("PUT " + TENANT + "/buckets/b/owner", Map.of());
        String[] transfer = {"bucket", "transfer", "b", "--tenant", "acme", "--to", "ann"};

        assertThat(host.ose(with(transfer, "--dry-run")).out()).isEqualTo("""
                FROM  TO
                5     8
                """);
        assertThat(changes()).isEmpty();

        assertThat(host.ose(with(transfer, "-o", "json")).out()).isEqualTo("{\"from\":\"5\",\"to\":\"8\"}\n");
        assertThat(changes()).containsExactly("PUT " + TENANT + "/buckets/b/owner {\"user\":\"8\"}");
        assertThat(host.ose("bucket", "transfer", "b", "--tenant", "acme", "--to", "bob")
                        .exitCode())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tenant remap acme",
                "user adopt bob --tenant acme",
                "bucket adopt --tenant acme",
                "bucket transfer b --tenant acme",
                "bucket transfer --tenant acme --to ann"
            })
    void lineThatLacksSomethingIsRefused(String line) {
        assertThat(host.ose(line.split(" ")).exitCode()).isEqualTo(2);
        assertThat(host.toNode()).extracting(NodeCommand::method).isEmpty();
    }

    private static String[] with(String[] line, String... more) {
        List<String> all = new ArrayList<>(List.of(line));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
