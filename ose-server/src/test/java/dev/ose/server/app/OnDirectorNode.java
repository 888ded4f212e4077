package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.admin.login.FirstAdmin;
import dev.ose.testkit.DirectorAccounts;
import dev.ose.testkit.DirectorAccounts.Organisation;
import dev.ose.testkit.DirectorAccounts.User;
import dev.ose.testkit.DirectorStandIn;
import dev.ose.testkit.DirectorStandIn.Mood;
import dev.ose.testkit.PostgresFixture;
import dev.ose.testkit.TestCertificate;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Base of tests of the admin API with access tokens of Cloud Director: two nodes with one database, of which one makes
 * organisations tenants by itself, and takes tokens of the older API.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnDirectorNode {

    static final String ME = "/api/v1/admin/me";
    static final String TENANTS = "/api/v1/admin/tenants";
    static final String WORD = "a password of tests";
    static final List<String> ADMIN_RIGHTS =
            List.of("UI Plugins: View", "General: Administrator View", "Organization vDC: View");
    static final List<String> USER_RIGHTS = List.of("vApp: Copy", "UI Plugins: View");

    @RegisterExtension
    final PostgresFixture postgres = PostgresFixture.migrated();

    DirectorStandIn director;
    DirectorAccounts accounts;
    AdminNode node;
    AdminNode automatic;
    private Path home;
    private Path secret;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        director = DirectorStandIn.start(TestCertificate.make("director"));
        accounts = director.accounts();
        home = folder;
        secret = Files.writeString(folder.resolve("vcd-secret"), DirectorStandIn.SECRET + "\n");
        String[] options = {
            "--oss.director.url=" + director.url(),
            "--oss.director.user=" + DirectorStandIn.USER,
            "--oss.director.secret-file=" + secret,
            "--oss.director.certificate-fingerprint=" + director.certificate().fingerprint(),
            "--oss.director.activate=manual",
            "--oss.s3.port=0",
            "--oss.director.legacy-token=false"
        };
        node = AdminNode.start(postgres.database(), folder, options);
        options[4] = "--oss.director.activate=auto";
        options[6] = "--oss.director.legacy-token=true";
        automatic = AdminNode.start(postgres.database(), another(), options);
    }

    @AfterEach
    void behave() {
        director.be(Mood.WELL);
    }

    @AfterAll
    void stop() throws Exception {
        automatic.close();
        node.close();
        director.close();
    }

    User member(Organisation organisation, String name, List<String> rights) {
        return accounts.user(organisation, name, accounts.role(organisation, "role of " + name, rights));
    }

    /** A tenant that is the organisation. */
    String link(Organisation organisation, String name) throws Exception {
        String tenant =
                node.created(TENANTS, "{\"name\":\"" + name + "\"}").get("id").asString();
        HttpResponse<String> answer = node.send(
                "PUT",
                TENANTS + '/' + tenant + "/director-organisation",
                "{\"organisation\":\"urn:vcloud:org:" + organisation.id() + "\"}",
                node.admin());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(AdminNode.json(answer).get("organisation").asString())
                .isEqualTo(organisation.id().toString());
        return tenant;
    }

    String bearer(User user) {
        return "Bearer " + accounts.token(user);
    }

    HttpResponse<String> get(String path, String login, String... headers) throws Exception {
        HttpRequest.Builder request = node.request("GET", path, "", login);
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    static String code(HttpResponse<String> answer) {
        return answer.statusCode() + " " + AdminNode.json(answer).path("code").asString("");
    }

    JsonNode me(String login) throws Exception {
        HttpResponse<String> answer = get(ME, login);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminNode.json(answer);
    }

    /** The directory of another node with the same database, which has its first administrator already. */
    private Path another() throws IOException {
        Path other = Files.createTempDirectory(home, "node");
        Files.copy(
                home.resolve("data").resolve(FirstAdmin.FILE),
                Files.createDirectory(other.resolve("data")).resolve(FirstAdmin.FILE));
        return other;
    }

    AdminNode nodeOf(DirectorStandIn other) throws IOException {
        return AdminNode.start(
                postgres.database(),
                another(),
                "--oss.director.url=" + other.url(),
                "--oss.director.user=administrator",
                "--oss.director.secret-file=" + secret,
                "--oss.director.certificate-fingerprint=" + other.certificate().fingerprint());
    }
}
