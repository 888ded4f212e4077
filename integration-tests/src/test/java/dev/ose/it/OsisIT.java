package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.client.UsersApi;
import dev.ose.osis.fixture.ServedPlatform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node whose platform is administered over OSIS: the service is our own, over the embedded platform, in this process.
 */
final class OsisIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    /** Time limit for an administrator's change to reach a node, on a busy machine. */
    private static final Duration KNOWN_EVERYWHERE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void objectsAreServedAndStayServedWhileTheServiceIsAway() throws IOException {
        try (Node node = startNode("osis", SERVED.endpoint(), folder)) {
            AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
            String bucket = "osis-" + UUID.randomUUID();
            client(node, account).makeBucket(bucket);
            Path content = Samples.file("osis", 3L * Samples.MIB);
            client(node, account).upload(content, bucket, "k ä");

            assertSame(node, account, bucket, content);
            strangerSeesNothing(node, bucket);
            disabledUserIsRefused(node, account, bucket);

            SERVED.stopService();
            node.stop();
            node.start();

            assertSame(node, account, bucket, content);
            assertThatThrownBy(() -> node.admin().makeTenant("tenant-" + UUID.randomUUID()))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("503");
        }
    }

    /** A node on a platform that is served there. */
    static Node startNode(String name, URI service, Path folder) {
        return startNode(name, service, folder, Map.of());
    }

    /** The same with more options. */
    static Node startNode(String name, URI service, Path folder, Map<String, String> more) {
        Path secretFile = folder.resolve("secret");
        ServedPlatform.SECRET.use(bytes -> write(secretFile, bytes));
        Map<String, String> options = new HashMap<>(more);
        options.put("oss.platform", "osis");
        options.put("oss.osis.endpoint", service.toString());
        options.put("oss.osis.user", ServedPlatform.USER);
        options.put("oss.osis.secret-file", secretFile.toString());
        return Node.startEmpty(name, options);
    }

    private void assertSame(Node node, AdminApi.Account account, String bucket, Path content) throws IOException {
        Path returned = folder.resolve("returned");
        client(node, account).download(bucket, "k ä", returned);
        assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(content));
        assertThat(client(node, account).list(bucket, "")).containsExactly("k ä");
    }

    private static void strangerSeesNothing(Node node, String bucket) {
        AdminApi.Account stranger = node.admin().makeTenant("stranger-" + UUID.randomUUID());
        assertThatThrownBy(() -> client(node, stranger).list(bucket, "")).hasMessageContaining("Status Code: 404");
    }

    private static void disabledUserIsRefused(Node node, AdminApi.Account account, String bucket) {
        SignedRequest listing = SignedRequest.of("GET", '/' + bucket);
        node.admin().ask(UsersApi.disableUser(account.tenant(), account.user()));
        Ports.await(
                "the refusal",
                KNOWN_EVERYWHERE,
                () -> Wire.send(target(node, account), listing).status() == 403);
        node.admin().ask(UsersApi.enableUser(account.tenant(), account.user()));
        Ports.await(
                "the return",
                KNOWN_EVERYWHERE,
                () -> Wire.send(target(node, account), listing).status() == 200);
    }

    private static S3Client client(Node node, AdminApi.Account account) {
        return new JavaSdk(target(node, account)).withoutFraming();
    }

    private static S3Target target(Node node, AdminApi.Account account) {
        return node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    private static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
