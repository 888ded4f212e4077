package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S3 in path style on the port of the admin API. */
@ExtendWith(Servers.class)
final class MountIT {

    private static final String PREFIX = "/api/v1/s3/";

    private S3Target mounted;
    private S3Target own;
    private String bucket;

    @BeforeEach
    void prepare(Node node) {
        mounted = node.mounted();
        own = node.target(Where.HTTP);
        bucket = "it-" + UUID.randomUUID();
        Wire.send(mounted, SignedRequest.of("PUT", PREFIX + bucket)).assertStatus(200);
    }

    @Test
    void objectLargerThanAnyAdminRequestGoesThrough() {
        byte[] content = Samples.bytes(3, 3 * Samples.MIB);

        Wire.send(
                        mounted,
                        SignedRequest.of("PUT", PREFIX + bucket + "/a%2Bb%25/%C3%A4")
                                .body(content))
                .assertStatus(200);

        WireAnswer there = Wire.send(mounted, SignedRequest.of("GET", PREFIX + bucket + "/a%2Bb%25/%C3%A4"));
        WireAnswer here = Wire.send(own, SignedRequest.of("GET", '/' + bucket + "/a%2Bb%25/%C3%A4"));
        assertThat(Samples.sha256(there.body())).isEqualTo(Samples.sha256(content));
        assertThat(Samples.sha256(here.body())).isEqualTo(Samples.sha256(content));
    }

    @Test
    void pageOfAnotherOriginIsAnsweredByTheBucketsRules() {
        String rules = "<CORSConfiguration><CORSRule><AllowedOrigin>https://*.example.com</AllowedOrigin>"
                + "<AllowedMethod>PUT</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>";
        preflight(mounted, PREFIX + bucket + "/k").assertRefused(403, "AccessForbidden");

        Wire.send(mounted, SignedRequest.of("PUT", PREFIX + bucket + "?cors").body(rules))
                .assertStatus(200);

        for (WireAnswer answer :
                List.of(preflight(mounted, PREFIX + bucket + "/k"), preflight(own, '/' + bucket + "/k"))) {
            answer.assertStatus(200);
            assertThat(answer.header("access-control-allow-origin")).isEqualTo("https://shop.example.com");
            assertThat(answer.header("access-control-allow-headers")).isEqualTo("x-amz-date");
        }
        WireAnswer written = Wire.send(
                own,
                SignedRequest.of("PUT", '/' + bucket + "/k")
                        .header("Origin", "https://shop.example.com")
                        .body("x"));
        written.assertStatus(200);
        assertThat(written.header("access-control-allow-origin")).isEqualTo("https://shop.example.com");
    }

    private static WireAnswer preflight(S3Target target, String path) {
        try (Wire wire = Wire.connect(target)) {
            wire.write("OPTIONS " + path + " HTTP/1.1\r\nHost: " + target.host()
                    + "\r\nOrigin: https://shop.example.com\r\nAccess-Control-Request-Method: PUT\r\n"
                    + "Access-Control-Request-Headers: x-amz-date\r\n\r\n");
            return wire.answer("OPTIONS");
        }
    }

    @Test
    void listingNamesWhatIsThere() {
        Wire.send(mounted, SignedRequest.of("PUT", PREFIX + bucket + "/k").body("x"))
                .assertStatus(200);

        WireAnswer listing = Wire.send(mounted, SignedRequest.of("GET", PREFIX + bucket + "?list-type=2"));

        listing.assertStatus(200);
        assertThat(listing.elements("Key")).containsExactly("k");
    }
}
