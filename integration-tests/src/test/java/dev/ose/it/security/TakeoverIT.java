package dev.ose.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.AdminApi;
import dev.ose.it.Node;
import dev.ose.it.S3Target;
import dev.ose.it.Servers;
import dev.ose.it.SignedRequest;
import dev.ose.it.Where;
import dev.ose.it.Wire;
import dev.ose.it.WireAnswer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bucket's name after its end: who makes a bucket of that name gets none of what the former owner gave away. */
@ExtendWith(Servers.class)
final class TakeoverIT {

    @Test
    void linksAndUploadsOfTheFormerOwnerDoNothingInTheNewBucket(Node node) {
        S3Target former = tenant(node);
        S3Target next = tenant(node);
        String bucket = "taken-" + UUID.randomUUID();
        Wire.send(former, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(former, SignedRequest.of("PUT", '/' + bucket + "/k").body("former"))
                .assertStatus(200);
        String upload = Wire.send(former, SignedRequest.of("POST", '/' + bucket + "/k?uploads="))
                .element("UploadId");
        Wire.send(former, SignedRequest.of("DELETE", '/' + bucket + "/k?uploadId=" + upload))
                .assertStatus(204);
        Wire.send(former, SignedRequest.of("DELETE", '/' + bucket + "/k")).assertStatus(204);
        Wire.send(former, SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);

        Wire.send(next, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        Wire.send(next, SignedRequest.of("PUT", '/' + bucket + "/k").body("next"))
                .assertStatus(200);

        Duration lifetime = Duration.ofMinutes(5);
        String key = '/' + bucket + "/k";
        refused(Wire.send(former, SignedRequest.of("GET", key).presigned(lifetime)));
        refused(Wire.send(former, SignedRequest.of("PUT", key).body("evil").presigned(lifetime)));
        refused(Wire.send(former, SignedRequest.of("DELETE", key)));
        refused(Wire.send(
                former,
                SignedRequest.of("PUT", key + "?partNumber=1&uploadId=" + upload)
                        .body("evil")));
        refused(Wire.send(
                next,
                SignedRequest.of("PUT", key + "?partNumber=1&uploadId=" + upload)
                        .body("late")));
        refused(Wire.send(former, SignedRequest.of("GET", '/' + bucket)));
        assertThat(Wire.send(next, SignedRequest.of("GET", key)).text()).isEqualTo("next");
        assertThat(Wire.send(former, SignedRequest.of("GET", "/")).elements("Name"))
                .isEmpty();
    }

    private static void refused(WireAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isIn(403, 404);
    }

    private static S3Target tenant(Node node) {
        AdminApi.Account account = node.admin().makeTenant("tenant-" + UUID.randomUUID());
        return node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
    }
}
