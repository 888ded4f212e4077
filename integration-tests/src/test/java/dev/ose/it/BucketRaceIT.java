package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** One bucket made and deleted by several requests at once: OSE and the platform agree at the end. */
@Timeout(300)
@ExtendWith(Servers.class)
final class BucketRaceIT {

    private static final int ROUNDS = 40;
    private static final int AT_ONCE = 6;

    private S3Target owner;
    private S3Target other;

    @BeforeEach
    void makeTwoTenants(Node node) {
        owner = node.target(Where.HTTP);
        AdminApi.Account account = node.admin().makeTenant("racer-" + UUID.randomUUID());
        other = owner.as(account.accessKey(), account.secretKey());
    }

    @Test
    void bucketMadeAndDeletedAtOnceIsNeitherLostNorLeftBehind() throws Exception {
        Random random = new Random(1);
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < ROUNDS; round++) {
                String bucket = "race-" + UUID.randomUUID();
                List<Future<WireAnswer>> answers = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    String method = random.nextBoolean() ? "PUT" : "DELETE";
                    answers.add(all.submit(() -> send(owner, method, '/' + bucket)));
                }
                for (Future<WireAnswer> answer : answers) {
                    assertThat(answer.get().status()).isIn(200, 204, 404, 409);
                }

                assertAgreed(bucket);
            }
        }
    }

    /**
     * A bucket that only the platform has would be lost: its owner could not delete it, and no other tenant could
     * create it.
     */
    private void assertAgreed(String bucket) {
        int head = Wire.send(owner, SignedRequest.of("HEAD", '/' + bucket)).status();
        WireAnswer delete = send(owner, "DELETE", '/' + bucket);
        if (head == 200) {
            delete.assertStatus(204);
        } else {
            delete.assertRefused(404, "NoSuchBucket");
        }
        send(other, "PUT", '/' + bucket).assertStatus(200);
        send(other, "PUT", '/' + bucket + "/key").assertStatus(200);
        send(other, "DELETE", '/' + bucket + "/key").assertStatus(204);
        send(other, "DELETE", '/' + bucket).assertStatus(204);
    }

    private static WireAnswer send(S3Target target, String method, String path) {
        return Wire.send(target, SignedRequest.of(method, path));
    }
}
