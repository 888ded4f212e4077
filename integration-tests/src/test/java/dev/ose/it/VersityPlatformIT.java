package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.PlatformApi;
import dev.ose.client.ProbeView;
import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.osis.service.OsisServer;
import dev.ose.osis.service.OsisServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A node in front of versitygw, with probed capabilities only. */
@ExtendWith(Servers.class)
final class VersityPlatformIT {

    private static final Duration PROBED = Duration.ofMinutes(5);

    /**
     * The capabilities of version 1.8.0 on a folder: a key is a path there, so {@code a//b} and {@code a/b} are one.
     */
    private static final Map<String, String> FOUND = Map.of(
            "ENFORCES_SIGNED_HASH", "YES",
            "TRAILERS", "YES",
            "CRC64NVME", "YES",
            "NEWER_CHECKSUMS", "YES",
            "POST_UPLOAD", "YES",
            "EXACT_KEYS", "NO",
            "TAGGING", "YES",
            "OBJECT_LOCK", "YES",
            "VERSIONING", "YES");

    /**
     * Its gateway looks before it writes to the folder, so whether two writers can both win is a matter of luck; of
     * other conditions what it finds out counts.
     */
    private static final List<String> CONDITIONS = List.of(
            "CONDITIONAL_WRITES",
            "CONDITIONAL_DELETES",
            "CONDITIONAL_COMPLETIONS",
            "CONDITIONAL_COPIES",
            "COPY_SOURCE_CONDITIONS");

    @TempDir
    Path folder;

    @Test
    void nodeFindsOutWhatTheServerCanDoAndGoesByIt(VersityServer versity) throws IOException {
        S3Target server = versity.target(Where.HTTP);
        SharedKeyPlatform platform = new SharedKeyPlatform(server);
        OsisServerOptions options = OsisServerOptions.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServedPlatform.USER,
                ServedPlatform.SECRET,
                "versitygw",
                folder.resolve("directory"));
        try (OsisServer service = OsisServer.start(platform, options, Clock.systemUTC());
                Node node = OsisIT.startNode("versity-platform", service.endpoint(), folder)) {
            Ports.await("the end of the probe", PROBED, () -> "DONE"
                    .equals(probe(node).state()));

            assertThat(results(node)).containsAllEntriesOf(FOUND).hasSize(FOUND.size() + CONDITIONS.size());
            assertThat(CONDITIONS)
                    .allSatisfy(name -> assertThat(results(node).get(name)).isIn("YES", "NO"));
            assertThat(probe(node).problem()).isNull();
            assertThat(platform.isWithoutProbes()).isTrue();
            assertThat(Wire.send(server, SignedRequest.of("GET", "/")).text()).doesNotContain("ose-probe");
            goesByIt(node);
        }
    }

    private static ProbeView probe(Node node) {
        return node.admin().ask(PlatformApi.getPlatform("main")).probe();
    }

    private static Map<String, String> results(Node node) {
        return probe(node).results();
    }

    private static void goesByIt(Node node) {
        AdminApi.Account account = node.admin().makeTenant("versity-" + UUID.randomUUID());
        S3Target target = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        String bucket = "versity-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);

        String other = Samples.sha256("another body".getBytes(StandardCharsets.UTF_8));
        Wire.send(
                        target,
                        SignedRequest.of("PUT", '/' + bucket + "/k")
                                .body("a body")
                                .payload(other))
                .assertRefused(400, "XAmzContentSHA256Mismatch");
        Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/k")).assertRefused(404, "NoSuchKey");
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket + "/k").body("a body"))
                .assertStatus(200);
        assertThat(Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/k"))
                        .text())
                .isEqualTo("a body");
    }
}
