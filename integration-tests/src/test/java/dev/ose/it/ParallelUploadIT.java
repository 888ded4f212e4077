package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A busy client with default settings gets no SlowDown from a node with default settings. */
@ExtendWith(Servers.class)
final class ParallelUploadIT {

    private static final int UPLOADS = 8;
    private static final int PARTS = 16;

    @Test
    void everyPartOfManyUploadsAtOnceIsTaken(Servers.Endpoints endpoints) throws Exception {
        S3Target target = endpoints.target(Where.HTTP);
        String bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
        byte[] part = Samples.bytes(1, Samples.MIB);
        List<String> uploads = new ArrayList<>();
        for (int i = 0; i < UPLOADS; i++) {
            String path = '/' + bucket + "/object-" + i;
            String id = Wire.send(target, SignedRequest.of("POST", path + "?uploads="))
                    .element("UploadId");
            uploads.add(path + "?uploadId=" + id);
        }

        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<WireAnswer>> answers = new ArrayList<>();
            for (String upload : uploads) {
                for (int number = 1; number <= PARTS; number++) {
                    SignedRequest request = SignedRequest.of("PUT", upload.replace("?", "?partNumber=" + number + '&'))
                            .body(part);
                    answers.add(all.submit(() -> Wire.send(target, request)));
                }
            }
            for (Future<WireAnswer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
        }

        for (String upload : uploads) {
            assertThat(Wire.send(target, SignedRequest.of("GET", upload)).elements("PartNumber"))
                    .hasSize(PARTS);
            Wire.send(target, SignedRequest.of("DELETE", upload)).assertStatus(204);
        }
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);
    }
}
