package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.osis.fixture.ServedPlatform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A platform with an S3 endpoint per tenant; its common endpoint does not answer. */
final class TenantEndpointIT {

    @RegisterExtension
    static final ServedPlatform SERVED = ServedPlatform.embedded().withTenantsApart();

    @TempDir
    Path folder;

    @Test
    void everythingOfATenantGoesToItsEndpoint() throws IOException {
        String closed = "http://127.0.0.1:" + Ports.free();
        try (Node node = OsisIT.startNode(
                "tenant-endpoint", SERVED.endpoint(), folder, Map.of("oss.osis.s3-endpoint", closed))) {
            AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
            S3Client client = new JavaSdk(node.target(Where.HTTP).as(account.accessKey(), account.secretKey()));
            String bucket = "apart-" + UUID.randomUUID();
            client.makeBucket(bucket);
            Path content = Samples.file("apart", 20L * Samples.MIB);

            client.upload(content, bucket, "k");
            client.copy(bucket, "k", "copy");

            Path returned = folder.resolve("returned");
            client.download(bucket, "copy", returned);
            assertThat(Samples.sha256(returned)).isEqualTo(Samples.sha256(content));
            assertThat(client.list(bucket, "")).containsExactly("copy", "k");
            client.delete(bucket, "k");
            assertThat(client.list(bucket, "")).containsExactly("copy");
        }
    }
}
