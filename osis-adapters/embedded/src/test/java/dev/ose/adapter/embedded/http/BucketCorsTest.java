package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.embedded.PlatformFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.S3Exception;

class BucketCorsTest {

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private final S3Client s3 = PLATFORM.s3();
    private final String bucket = PLATFORM.newBucket();

    @Test
    void rulesAreKeptReplacedAndDeleted() {
        CORSRule first = rule("https://a.example", "GET");
        CORSRule second = rule("https://*.b.example", "PUT");
        assertNoRules();

        set(first, second);
        assertThat(s3.getBucketCors(request -> request.bucket(bucket)).corsRules())
                .containsExactly(first, second);
        set(second);
        assertThat(s3.getBucketCors(request -> request.bucket(bucket)).corsRules())
                .containsExactly(second);
        s3.deleteBucketCors(request -> request.bucket(bucket));

        assertNoRules();
    }

    @Test
    void impossibleRuleIsRefusedAndTheOldOnesStay() {
        CORSRule good = rule("https://a.example", "GET");
        set(good);

        assertThatThrownBy(() -> set(rule("*", "PATCH")))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining("Unsupported method is PATCH");
        assertThat(s3.getBucketCors(request -> request.bucket(bucket)).corsRules())
                .containsExactly(good);
    }

    private void assertNoRules() {
        assertThatThrownBy(() -> s3.getBucketCors(request -> request.bucket(bucket)))
                .isInstanceOfSatisfying(S3Exception.class, refused -> assertThat(
                                refused.awsErrorDetails().errorCode())
                        .isEqualTo("NoSuchCORSConfiguration"));
    }

    private void set(CORSRule... rules) {
        s3.putBucketCors(request -> request.bucket(bucket).corsConfiguration(cors -> cors.corsRules(rules)));
    }

    private static CORSRule rule(String origin, String method) {
        return CORSRule.builder()
                .allowedOrigins(origin)
                .allowedMethods(method)
                .allowedHeaders("x-amz-*")
                .exposeHeaders("ETag")
                .maxAgeSeconds(60)
                .build();
    }
}
