package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.DirectorAccounts.Organisation;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** S3 with access tokens of Cloud Director. */
class DirectorS3Test extends OnDirectorNode {

    private static final String CONTEXT = "X-VMWARE-VCLOUD-TENANT-CONTEXT";

    @BeforeAll
    void listen() {
        node.startAll();
    }

    private HttpResponse<String> s3(String target, String login, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + node.port() + SignedInUser.S3 + target))
                .header("Authorization", login);
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String code, String sentence) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("<Code>" + code + "</Code>", sentence);
    }

    @Test
    void bearerIsTheUserOfItsOrganisation() throws Exception {
        Organisation acme = accounts.organisation("s3-acme");
        link(acme, "s3-acme");
        String user = bearer(member(acme, "ann", USER_RIGHTS));
        String administrator = bearer(member(acme, "ada", ADMIN_RIGHTS));

        HttpResponse<String> list = s3("/", user);

        assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
        assertThat(list.body()).contains("<DisplayName>ann</DisplayName>");
        assertRefused(s3("/?all", user), 403, "AccessDenied", "");
        assertThat(s3("/?all", administrator).statusCode()).isEqualTo(200);
        assertThat(node.get("/api/v1/admin/audit?limit=1000&filter=operation==SignIn")
                        .body())
                .contains("\"ann@s3-acme\"", "\"S3\"");
    }

    @Test
    void pagesOfCloudDirectorMaySendIt() throws Exception {
        Organisation acme = accounts.organisation("s3-pages");
        link(acme, "s3-pages");
        String origin = director.url().toString();
        HttpRequest.Builder preflight = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + node.port() + SignedInUser.S3 + "/"))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .headers(
                        "Origin",
                        origin,
                        "Access-Control-Request-Method",
                        "GET",
                        "Access-Control-Request-Headers",
                        "authorization,x-vmware-vcloud-tenant-context");

        HttpResponse<String> permitted = node.send(preflight);
        HttpResponse<String> list = s3("/", bearer(member(acme, "ann", USER_RIGHTS)), "Origin", origin);

        assertThat(permitted.statusCode()).isEqualTo(200);
        assertThat(permitted.headers().firstValue("Access-Control-Allow-Headers"))
                .contains("authorization,x-vmware-vcloud-tenant-context");
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.headers().firstValue("Access-Control-Allow-Origin")).contains(origin);
    }

    @Test
    void otherOrganisationsAreOutOfReach() throws Exception {
        Organisation ours = accounts.organisation("s3-ours");
        Organisation theirs = accounts.organisation("s3-theirs");
        link(ours, "s3-ours");
        link(theirs, "s3-theirs");
        String user = bearer(member(ours, "ann", USER_RIGHTS));

        assertThat(s3("/", user, CONTEXT, ours.id().toString()).statusCode()).isEqualTo(200);
        assertRefused(s3("/", user, CONTEXT, theirs.id().toString()), 403, "AccessDenied", "another organisation");
    }

    @Test
    void providerHasNoUserInAnyTenant() throws Exception {
        Organisation acme = accounts.organisation("s3-entered");
        link(acme, "s3-entered");
        String provider = bearer(accounts.administrator());

        assertRefused(s3("/", provider), 403, "AccessDenied", "Administrators of the provider");
        assertRefused(
                s3("/", provider, CONTEXT, acme.id().toString()),
                403,
                "AccessDenied",
                "Administrators of the provider");
    }

    @Test
    void tokensThatCloudDirectorDoesNotTakeAreRefused() throws Exception {
        Organisation idle = accounts.organisation("s3-idle");
        String user = bearer(member(idle, "ann", USER_RIGHTS));
        String altered = user.substring(0, user.length() - 4) + "AAAA";

        assertRefused(s3("/", user), 403, "AccessDenied", "is no tenant");
        assertRefused(s3("/", altered), 401, "NotSignedIn", "Cloud Director");
    }
}
