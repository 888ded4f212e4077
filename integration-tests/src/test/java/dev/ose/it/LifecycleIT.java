package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.client.NewQuota;
import dev.ose.client.ObjectsApi;
import dev.ose.client.QuotasApi;
import dev.ose.client.UsageApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lifecycle rules of the platform that a node brings along: its rows, counters and quotas follow what they remove. */
@ExtendWith(Servers.class)
final class LifecycleIT {

    private static final String EXPIRED = "<Expiration><Date>2020-01-01T00:00:00.000Z</Date></Expiration>";
    private static final String FAR_AWAY = "<Expiration><Days>30</Days></Expiration>";
    private static final String BODY = "x".repeat(1_000);

    private final Node node;
    private AdminApi.Account ann;
    private S3Target target;
    private String bucket;

    LifecycleIT(Node node) {
        this.node = node;
    }

    @BeforeEach
    void makeBucket() {
        ann = node.admin().makeTenant("lifecycle-" + System.nanoTime());
        target = node.target(Where.HTTP).as(ann.accessKey(), ann.secretKey());
        bucket = "/lifecycle-" + System.nanoTime();
        send(SignedRequest.of("PUT", bucket), 200);
    }

    @Test
    void expiredObjectsLeaveListingsCountersAndQuotas() {
        node.admin().ask(QuotasApi.putTenantQuota(ann.tenant(), NewQuota.of().withMaxBytes(2_500L)));
        send(SignedRequest.of("PUT", bucket + "/logs/a").body(BODY), 200);
        send(SignedRequest.of("PUT", bucket + "/kept").body(BODY), 200);
        assertThat(Wire.send(target, SignedRequest.of("PUT", bucket + "/more").body(BODY))
                        .element("Code"))
                .isEqualTo("QuotaExceeded");

        rules(EXPIRED);

        Ports.await(
                "the expiry",
                Duration.ofMinutes(1),
                () -> Wire.send(target, SignedRequest.of("HEAD", bucket + "/logs/a"))
                                .status()
                        == 404);
        awaitUsage(1, 1_000, 0, 0);
        assertThat(Listing.of(target, bucket.substring(1)).entries()).hasSize(1);
        assertThat(node.admin()
                        .ask(ObjectsApi.findObjects(ann.tenant()).filter("bucket==" + bucket.substring(1)))
                        .items())
                .hasSize(1);
        send(SignedRequest.of("PUT", bucket + "/more").body(BODY), 200);
    }

    @Test
    void versionsAreHiddenAndCountedAsOlderOnes() {
        send(
                SignedRequest.of("PUT", bucket + "?versioning=")
                        .body("<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"),
                200);
        send(SignedRequest.of("PUT", bucket + "/logs/a").body(BODY), 200);
        awaitUsage(1, 1_000, 0, 0);

        rules(EXPIRED);

        awaitUsage(0, 0, 2, 1_000);
        WireAnswer head = Wire.send(target, SignedRequest.of("HEAD", bucket + "/logs/a"));
        head.assertStatus(404);
        assertThat(head.header("x-amz-delete-marker")).isEqualTo("true");
    }

    @Test
    void answersTellOfTheRuleAndTheRuleIsShown() {
        rules(FAR_AWAY);

        WireAnswer put = send(SignedRequest.of("PUT", bucket + "/logs/a").body(BODY), 200);

        assertThat(put.header("x-amz-expiration")).startsWith("expiry-date=\"").endsWith("rule-id=\"r\"");
        assertThat(send(SignedRequest.of("HEAD", bucket + "/logs/a"), 200).header("x-amz-expiration"))
                .isEqualTo(put.header("x-amz-expiration"));
        assertThat(send(SignedRequest.of("GET", bucket + "?lifecycle="), 200).element("Days"))
                .isEqualTo("30");
        send(SignedRequest.of("DELETE", bucket + "?lifecycle="), 204);
        assertThat(send(SignedRequest.of("GET", bucket + "?lifecycle="), 404).element("Code"))
                .isEqualTo("NoSuchLifecycleConfiguration");
    }

    private void rules(String action) {
        String document = "<LifecycleConfiguration><Rule><ID>r</ID><Filter><Prefix>logs/</Prefix></Filter>"
                + "<Status>Enabled</Status>" + action + "</Rule></LifecycleConfiguration>";
        send(
                SignedRequest.of("PUT", bucket + "?lifecycle=")
                        .header("content-md5", Checksums.md5(document.getBytes(StandardCharsets.UTF_8)))
                        .body(document),
                200);
    }

    private void awaitUsage(long objects, long bytes, long olderVersions, long olderBytes) {
        String expected = "{\"objects\":%d,\"storedBytes\":%d,\"partBytes\":0,\"olderVersions\":%d,\"olderBytes\":%d}"
                .formatted(objects, bytes, olderVersions, olderBytes);
        Ports.await(expected, Duration.ofMinutes(1), () -> node.admin()
                .ask(UsageApi.getBucketUsage(ann.tenant(), bucket.substring(1)))
                .json()
                .toString()
                .equals(expected));
    }

    private WireAnswer send(SignedRequest request, int status) {
        WireAnswer answer = Wire.send(target, request);
        answer.assertStatus(status);
        return answer;
    }
}
