package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.ose.adapter.Secret;
import dev.ose.client.UserView;
import dev.ose.client.UsersApi;
import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.testkit.LoopbackIssuer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Users created by tokens of an issuer, at a node that is killed and whose platform becomes unavailable. */
final class NewUserIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    /** More calls than it takes to make a user. */
    private static final int MAX_CALLS = 6;

    @TempDir
    Path folder;

    private LoopbackIssuer issuer;

    @BeforeEach
    void openIssuer() {
        issuer = new LoopbackIssuer();
    }

    @AfterEach
    void closeIssuer() {
        issuer.close();
    }

    @Test
    void newcomersAreMadeOnceWhateverKillsTheNodeAndWorkAtOnce() throws Exception {
        try (AdminRelay relay = new AdminRelay(SERVED.endpoint());
                Node node = OsisIT.startNode("new-users", relay.endpoint(), folder)) {
            AdminApi.Account first = node.admin().makeTenant("new-" + UUID.randomUUID());
            node.admin().trustToMakeUsers(first.tenant(), issuer.name(), "ose");

            JsonNode opened = json(assume(node, first, "zoe", token("s-zoe", "zoe")));
            writesAndReads(node, opened.required("Credentials"));
            assertThat(user(node, first, "zoe").role()).isEqualTo("TENANT_USER");
            assertRefused(assume(node, first, "first", token("s-eve", "first")), "EntityAlreadyExists");
            assertRefused(assume(node, first, "zoe", token("s-eve", "zoe")), "EntityAlreadyExists");
            isFinishedBehindAnyCall(node, first, relay);
            disabledStaysOut(node, first);

            SERVED.stopService();
            assertRefused(assume(node, first, "late", token("s-late", "late")), "ServiceUnavailable");
            assume(node, first, "user1", token("s-user1", "user1")).orFail();
        }
    }

    private void isFinishedBehindAnyCall(Node node, AdminApi.Account first, AdminRelay relay) throws Exception {
        int killed = 0;
        for (int call = 1; call <= MAX_CALLS; call++) {
            String name = "user" + call;
            String token = token("s-" + name, name);
            relay.behindCall(call, node::kill);
            assume(node, first, name, token);
            if (relay.isStillWaiting()) {
                break;
            }
            killed++;
            // The client sees the end before the process has exited: kill again to wait for that.
            node.kill();
            node.start();
            writesAndReads(node, json(assume(node, first, name, token)).required("Credentials"));
            // Unknown keys, a user without its key, an unfinished one: traces of a duplicate.
            assertThat(node.admin().differences()).isEmpty();
        }
        // To make the user, and to make or find its key.
        assertThat(killed).isBetween(2, MAX_CALLS - 1);
    }

    private void disabledStaysOut(Node node, AdminApi.Account first) throws Exception {
        String zoe = user(node, first, "zoe").id();
        node.admin().ask(UsersApi.disableUser(first.tenant(), zoe));

        assertRefused(assume(node, first, "zoe", token("s-zoe", "zoe")), "AccessDenied");
        assertRefused(assume(node, first, "zoe2", token("s-zoe", "zoe2")), "AccessDenied");
    }

    private void writesAndReads(Node node, JsonNode credentials) throws Exception {
        String bucket = "it-" + UUID.randomUUID();
        Path file = Files.writeString(folder.resolve("object"), "written by somebody new");
        AwsCli session = new AwsCli(
                node.target(Where.HTTP)
                        .as(
                                credentials.required("AccessKeyId").asString(),
                                Secret.of(
                                        credentials.required("SecretAccessKey").asString())),
                credentials.required("SessionToken").asString());

        session.makeBucket(bucket);
        session.upload(file, bucket, "key");
        session.download(bucket, "key", folder.resolve("read"));

        assertThat(folder.resolve("read")).hasSameTextualContentAs(file);
    }

    private static UserView user(Node node, AdminApi.Account first, String name) {
        return node.admin()
                .ask(UsersApi.listUsers(first.tenant()).name(name))
                .items()
                .getFirst();
    }

    private static Command.Ended assume(Node node, AdminApi.Account first, String name, String token) {
        return new AwsCli(node.target(Where.HTTP).as(first.accessKey(), first.secretKey()))
                .call(
                        "sts",
                        "assume-role-with-web-identity",
                        "--role-arn",
                        "arn:aws:iam::" + first.tenant() + ":user/" + name,
                        "--role-session-name",
                        "it",
                        "--web-identity-token",
                        token);
    }

    private static JsonNode json(Command.Ended ended) {
        return JsonMapper.shared().readTree(ended.orFail());
    }

    private static void assertRefused(Command.Ended ended, String code) {
        assertThat(ended.status()).isNotZero();
        assertThat(ended.errors()).contains("(" + code + ")");
    }

    private String token(String subject, String name) throws Exception {
        Instant now = Instant.now();
        return issuer.token(new JWTClaimsSet.Builder()
                .issuer(issuer.name())
                .subject(subject)
                .claim("preferred_username", name)
                .audience("ose")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofHours(1))))
                .build());
    }
}
