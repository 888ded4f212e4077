package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class GoSdkIT extends ClientContract {

    @Override
    S3Client client(S3Target target) {
        return SdkProgram.go(target);
    }

    /** This SDK sends each attribute in a header of its own, the others put all of them into one. */
    @Test
    void attributesAskedForByOneHeaderEachAreAllTold(Servers.Endpoints endpoints) {
        S3Target target = endpoints.target(where);
        SdkProgram go = SdkProgram.go(target);
        String bucket = "attributes-" + UUID.randomUUID();
        go.makeBucket(bucket);
        Path file = Samples.file("attributes", 20 * Samples.MIB);
        go.uploadInParts(file, bucket, "in parts");

        String attributes = go.attributes(bucket, "in parts");

        assertThat(attributes).matches("[0-9a-f]{32}-4 20971520 STANDARD parts=4 checksum=true");
        go.deleteTree(bucket, "");
        go.removeBucket(bucket);
    }
}
