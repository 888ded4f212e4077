package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.it.Servers.Front;
import dev.ose.testkit.SignedForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads by browser forms to a node that runs as a process, straight and through the load balancers. */
@ExtendWith(Servers.class)
@ParameterizedClass
@EnumSource(Front.class)
final class FormUploadIT {

    @Parameter
    Front front;

    private S3Target target;
    private String bucket;

    @BeforeEach
    void makeBucket(Servers.Fronts fronts) {
        target = fronts.target(front, Where.HTTP);
        bucket = "it-" + UUID.randomUUID();
        Wire.send(target, SignedRequest.of("PUT", '/' + bucket)).assertStatus(200);
    }

    @AfterEach
    void removeBucket() {
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket)).assertStatus(204);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100_000, 3_000_000})
    void fileOfAFormComesBack(int size) {
        byte[] file = Samples.bytes(7, size);
        SignedForm form = form().field("Content-Type", "image/png").field("x-amz-meta-colour", "red");

        WireAnswer posted = post(form, file);
        WireAnswer got = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/user/a%20b.png"));

        posted.assertStatus(204);
        assertThat(got.body()).isEqualTo(file);
        assertThat(got.header("content-type")).isEqualTo("image/png");
        assertThat(got.header("x-amz-meta-colour")).isEqualTo("red");
        assertThat(got.header("etag")).isEqualTo(posted.header("etag"));
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "/user/a%20b.png"))
                .assertStatus(204);
    }

    @Test
    void formThatBreaksItsPolicyLeavesNothing() {
        SignedForm form = form().condition("[\"content-length-range\", 0, 10]");

        post(form, Samples.bytes(8, 1_000_000)).assertRefused(400, "EntityTooLarge");
    }

    @Test
    void formThatBoto3SignsIsTaken() throws IOException {
        Path file = Samples.file("form", 70_000);

        String status = SdkProgram.python(target).postForm(file, bucket, "of boto3.png");

        assertThat(status).isEqualTo("204");
        WireAnswer got = Wire.send(target, SignedRequest.of("GET", '/' + bucket + "/of%20boto3.png"));
        assertThat(got.body()).isEqualTo(Files.readAllBytes(file));
        assertThat(got.header("content-type")).isEqualTo("image/png");
        assertThat(got.header("x-amz-meta-colour")).isEqualTo("red");
        Wire.send(target, SignedRequest.of("DELETE", '/' + bucket + "/of%20boto3.png"))
                .assertStatus(204);
    }

    private SignedForm form() {
        return new SignedForm()
                .condition("{\"bucket\": \"" + bucket + "\"}")
                .condition("[\"starts-with\", \"$key\", \"user/\"]")
                .unconditionalField("key", "user/${filename}");
    }

    private WireAnswer post(SignedForm form, byte[] file) {
        byte[] body = form.sign(
                        target.accessKey(),
                        target.secretText().getBytes(StandardCharsets.UTF_8),
                        Instant.now().plusSeconds(60))
                .file("a b.png", file);
        return Wire.post(target, bucket, body);
    }
}
