package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import dev.ose.testkit.ConnectProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A platform behind a proxy with authentication, for administration and object bytes. */
final class ProxiedPlatformIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded();

    @TempDir
    Path folder;

    @Test
    void objectsAndAdministrationGoThroughTheProxy() throws IOException {
        Path secret = Files.createFile(
                folder.resolve("proxy-secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "of the proxy\n");
        try (ConnectProxy proxy = ConnectProxy.wanting("node:of the proxy");
                Node node = OsisIT.startNode(
                        "proxied-platform",
                        SERVED.endpoint(),
                        folder,
                        Map.of(
                                "oss.outbound.proxy",
                                "http://127.0.0.1:" + proxy.port(),
                                "oss.outbound.proxy-user",
                                "node",
                                "oss.outbound.proxy-secret-file",
                                secret.toString(),
                                "oss.outbound.no-proxy",
                                ".example.com"))) {
            AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
            assertThat(proxy.heads()).anyMatch(leadsTo(SERVED.endpoint().getPort()));
            long before = proxy.tunnelledBytes();
            S3Client client = new JavaSdk(node.target(Where.HTTP).as(account.accessKey(), account.secretKey()));
            String bucket = "proxied-" + UUID.randomUUID();
            client.makeBucket(bucket);
            Path content = Samples.file("proxied", 20L * Samples.MIB);

            client.upload(content, bucket, "k");

            Path returned = folder.resolve("returned");
            client.download(bucket, "k", returned);
            assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(content));
            assertThat(proxy.tunnelledBytes() - before).as("both ways").isGreaterThan(2 * Files.size(content));
            assertThat(node.logTails()).doesNotContain("of the proxy").doesNotContain("OSE-140");
        }
    }

    private static Predicate<String> leadsTo(int port) {
        return head -> head.startsWith("CONNECT ") && head.contains(":" + port + " HTTP/1.1\r\n");
    }
}
