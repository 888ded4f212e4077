package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.NewQuota;
import dev.ose.client.QuotasApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Amazon's command line over quotas of a node. */
@ExtendWith(Servers.class)
final class QuotaIT {

    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    private Path folder;

    private AdminApi admin;
    private AdminApi.Account account;
    private AwsCli client;
    private String bucket;

    @BeforeEach
    void makeTenant(Node node) {
        admin = node.admin();
        account = admin.makeTenant("quota-" + UUID.randomUUID());
        client = new AwsCli(node.target(Where.HTTP).as(account.accessKey(), account.secretKey()));
        bucket = "quota-" + UUID.randomUUID();
        client.makeBucket(bucket);
    }

    private Path file(int mebibytes) throws IOException {
        return Files.write(folder.resolve(mebibytes + "-mebibytes"), new byte[mebibytes * MEBIBYTE]);
    }

    private static void assertRefused(Command.Ended ended, String code) {
        assertThat(ended.status()).isNotZero();
        assertThat(ended.errors()).contains(code);
    }

    private Command.Ended copy(Path file, String key) {
        return client.call("s3", "cp", "--no-progress", file, "s3://" + bucket + '/' + key);
    }

    @Test
    void uploadsInPartsTakeTheirRoomOnceAndGiveItBackWhenTheyEnd() throws IOException {
        admin.ask(QuotasApi.putTenantQuota(account.tenant(), NewQuota.of().withMaxBytes(40L * MEBIBYTE)));

        copy(file(20), "one").orFail();
        copy(file(20), "two").orFail();
        assertRefused(copy(file(9), "three"), "QuotaExceeded");
        client.call("s3api", "delete-object", "--bucket", bucket, "--key", "one")
                .orFail();
        String upload = JsonMapper.shared()
                .readTree(client.call("s3api", "create-multipart-upload", "--bucket", bucket, "--key", "slow")
                        .orFail())
                .required("UploadId")
                .asString();
        part(upload, file(20)).orFail();
        assertRefused(copy(file(1), "four"), "QuotaExceeded");
        client.call("s3api", "abort-multipart-upload", "--bucket", bucket, "--key", "slow", "--upload-id", upload)
                .orFail();

        copy(file(20), "four").orFail();
        client.upload(file(20), bucket, "four");
    }

    private Command.Ended part(String upload, Path file) {
        return client.call(
                "s3api",
                "upload-part",
                "--bucket",
                bucket,
                "--key",
                "slow",
                "--upload-id",
                upload,
                "--part-number",
                1,
                "--body",
                file);
    }

    @Test
    void objectsAndBucketsAreLimitedToo() throws IOException {
        admin.ask(QuotasApi.putTenantQuota(account.tenant(), NewQuota.of().withMaxBuckets(1L)));
        NewQuota small = NewQuota.of().withMaxObjects(2L);
        admin.ask(QuotasApi.putUserQuota(account.tenant(), account.user(), small));
        Path file = file(0);

        copy(file, "one").orFail();
        client.call("s3", "cp", "s3://" + bucket + "/one", "s3://" + bucket + "/two")
                .orFail();
        assertRefused(copy(file, "three"), "QuotaExceeded");
        assertRefused(client.call("s3", "cp", "s3://" + bucket + "/one", "s3://" + bucket + "/three"), "QuotaExceeded");
        copy(file, "two").orFail();

        assertRefused(client.call("s3", "mb", "s3://another-" + UUID.randomUUID()), "TooManyBuckets");
    }
}
