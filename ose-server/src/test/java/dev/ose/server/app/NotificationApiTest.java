package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.testkit.PostgresFixture;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Authentication and limits of platforms' notifications. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NotificationApiTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final String PATH = "/api/v1/platforms/main/notifications";
    private static final String WORD = "sent-by:the platform";
    private static final String NOTICE =
            "{\"Records\":[{\"eventSource\":\"aws:s3\",\"eventName\":\"ObjectCreated:Put\","
                    + "\"s3\":{\"bucket\":{\"name\":\"nobodys\"},\"object\":{\"key\":\"k\"}}}]}";

    private AdminNode node;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("notice-secret"), WORD + '\n');
        node = AdminNode.start(postgres.database(), folder, "--oss.sync.notification-secret-file=" + file);
    }

    @AfterAll
    void stop() throws IOException {
        node.close();
    }

    @Test
    void secretIsTakenInEachWayInWhichPlatformsShowIt() throws Exception {
        for (String header : new String[] {AdminNode.basic("any", WORD), "Bearer " + WORD, WORD}) {
            assertThat(notify(PATH, NOTICE, header)).as(header).isEqualTo(204);
        }
        assertThat(notify("/api/v1/platforms/other/notifications", NOTICE, WORD))
                .isEqualTo(404);
        assertThat(notify(PATH, "no JSON", WORD)).isEqualTo(400);
        assertThat(notify(PATH, "{\"Records\":[]," + NOTICE.substring(1), WORD)).isEqualTo(400);
        assertThat(notify(PATH, "{\"a\":\"" + "x".repeat(512 * 1024) + "\"}", WORD))
                .isEqualTo(413);
        assertThat(node.send("GET", PATH, "", WORD).statusCode()).isEqualTo(405);
    }

    @Test
    void loginsAndTheSecretAreNotInterchangeable() throws Exception {
        assertThat(notify(PATH, NOTICE, node.admin())).isEqualTo(401);
        assertThat(notify(PATH, NOTICE, "")).isEqualTo(401);
        assertThat(notify(PATH, NOTICE, WORD)).isEqualTo(204);
        assertThat(node.send("GET", "/api/v1/admin/me", "", "Bearer " + WORD).statusCode())
                .isEqualTo(401);
        assertThat(node.send("GET", "/api/v1/admin/me", "", AdminNode.basic("main", WORD))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void whatIsNotTheSecretIsRefused() throws Exception {
        for (String guess : List.of(
                "Basic !", "Basic bm8gY29sb24=", "Basic", AdminNode.basic("main", WORD + ' '), WORD.substring(1))) {
            assertThat(notify(PATH, NOTICE, guess)).as(guess).isEqualTo(401);
        }
    }

    /** One topic with an outdated secret on a platform whose other topics notify all the time. */
    @Test
    void whoRepeatsAWrongWordIsNotListenedToForAWhileAndOthersAre() throws Exception {
        HttpResponse<String> answer = node.send("POST", PATH, NOTICE, "old");
        for (int i = 1; i < 15 && answer.statusCode() != 429; i++) {
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(notify(PATH, NOTICE, WORD)).isEqualTo(204);
            answer = node.send("POST", PATH, NOTICE, "old");
        }

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(notify(PATH, NOTICE, WORD)).isEqualTo(204);
    }

    private int notify(String path, String body, String authorization) throws Exception {
        return node.send("POST", path, body, authorization).statusCode();
    }
}
