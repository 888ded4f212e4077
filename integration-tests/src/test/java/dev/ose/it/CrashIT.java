package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that is killed in the middle of work keeps what it acknowledged, and shows nothing that is half there. */
final class CrashIT {

    private static final int WRITERS = 50;
    private static final String BUCKET = "crashes";

    @ParameterizedTest
    @ValueSource(ints = {60, 150})
    void killedNodeKeepsEveryAcknowledgedObject(int acknowledgedBeforeTheEnd) {
        try (Node node = Node.startEmpty("crash-" + acknowledgedBeforeTheEnd)) {
            SteadyWrites writes = SteadyWrites.start(node.target(Where.HTTP), BUCKET, WRITERS);
            try (writes) {
                writes.awaitMore(acknowledgedBeforeTheEnd);
                node.kill();
            }
            node.start();

            S3Target after = node.target(Where.HTTP);
            writes.endWithNothingLost(after);
            Wire.send(after, SignedRequest.of("PUT", '/' + BUCKET + "/next").body("next"))
                    .assertStatus(200);
        }
    }

    @Test
    void killedNodeKeepsPartsAndCompletesTheirUpload() {
        try (Node node = Node.startEmpty("crash-parts")) {
            S3Target before = node.target(Where.HTTP);
            Wire.send(before, SignedRequest.of("PUT", '/' + BUCKET)).assertStatus(200);
            String id = Wire.send(before, SignedRequest.of("POST", '/' + BUCKET + "/parts?uploads="))
                    .element("UploadId");
            byte[] content = Samples.bytes(5, 5 * Samples.MIB);
            String etag = Wire.send(
                            before,
                            SignedRequest.of("PUT", '/' + BUCKET + "/parts?partNumber=1&uploadId=" + id)
                                    .body(content))
                    .header("etag");

            node.kill();
            node.start();

            S3Target after = node.target(Where.HTTP);
            String document = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>" + etag
                    + "</ETag></Part></CompleteMultipartUpload>";
            WireAnswer completed = Wire.send(
                    after,
                    SignedRequest.of("POST", '/' + BUCKET + "/parts?uploadId=" + id)
                            .body(document));
            completed.assertStatus(200);
            WireAnswer read = Wire.send(after, SignedRequest.of("GET", '/' + BUCKET + "/parts"));
            assertThat(Samples.sha256(read.body())).isEqualTo(Samples.sha256(content));
        }
    }
}
