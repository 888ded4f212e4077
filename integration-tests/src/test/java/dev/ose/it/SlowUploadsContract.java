package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Many uploads of one tenant whose bodies do not come, and the requests of another tenant, on any platform. */
abstract class SlowUploadsContract {

    /** More than any platform works on at a time, and well below what a node lets one tenant open. */
    private static final int UPLOADS = 300;

    private static final Duration LIFETIME = Duration.ofMinutes(5);

    abstract Node node();

    @Test
    void bodiesThatAreWaitedForKeepNoOtherTenantOut() {
        S3Target slow = newTenant();
        S3Target other = newTenant();
        String slowBucket = newBucket(slow);
        String bucket = newBucket(other);
        put(other, bucket).assertStatus(200);
        List<Wire> uploads = new ArrayList<>();
        try {
            for (int i = 0; i < UPLOADS; i++) {
                uploads.add(begin(slow, '/' + slowBucket + "/slow" + i));
            }

            for (int i = 0; i < 10; i++) {
                assertThat(Wire.send(other, SignedRequest.of("GET", '/' + bucket + "/k"))
                                .text())
                        .isEqualTo("there");
                put(other, bucket).assertStatus(200);
            }

            uploads.getFirst().write("x");
            uploads.getFirst().answer("PUT").assertStatus(200);
        } finally {
            uploads.forEach(Wire::close);
        }
    }

    private S3Target newTenant() {
        AdminApi.Account account = node().admin().makeTenant("slow-" + UUID.randomUUID());
        return node().target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }

    private static String newBucket(S3Target owner) {
        String bucket = "slow-" + UUID.randomUUID();
        Wire.send(owner, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        return bucket;
    }

    private static WireAnswer put(S3Target owner, String bucket) {
        return Wire.send(owner, SignedRequest.of("PUT", '/' + bucket + "/k").body("there"));
    }

    /** Begins an upload of one byte by a link. It is in progress once the server sends 100 Continue. */
    private static Wire begin(S3Target who, String path) {
        Wire wire = Wire.connect(who);
        wire.write(SignedRequest.of("PUT", path)
                .presigned(LIFETIME)
                .declaring("1")
                .unsigned("Expect", "100-continue")
                .head(who));
        assertThat(new String(wire.readSome(), StandardCharsets.ISO_8859_1)).startsWith("HTTP/1.1 100 ");
        return wire;
    }
}
