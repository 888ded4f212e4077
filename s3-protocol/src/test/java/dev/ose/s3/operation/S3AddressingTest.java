package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3AddressingTest {

    private static final S3Addressing ALL =
            new S3Addressing(List.of("s3.example.com", "eu.s3.example.com"), "/api/v1/s3");

    @ParameterizedTest
    @CsvSource({
        "/bkt/k, k",
        "/bkt//k, /k",
        "/bkt//, /",
        "/bkt/a//b/, a//b/",
        "/bkt/../x, ../x",
        "/bkt/./x, ./x",
        "/bkt/%2e%2e/x, ../x",
        "/bkt/a%2Fb, a/b",
        "/bkt/a%5Cb, a\\b",
        "/bkt/a;v=1/c, a;v=1/c",
        "/bkt/a+b, a+b",
        "/bkt/a%252Fb, a%2Fb",
        "/bkt/%3FversionId=x, ?versionId=x",
        "/bkt/!*'()=@:$&, !*'()=@:$&"
    })
    void pathStyleKeepsTheKeyExactly(String path, String key) {
        S3Target expected = new S3Target.Key(new BucketName("bkt"), new ObjectKey(key));

        assertThat(target(path, "s3.example.com")).isEqualTo(expected);
        assertThat(target("/api/v1/s3" + path, "gateway.example.com")).isEqualTo(expected);
        assertThat(target(path.substring("/bkt".length()), "bkt.s3.example.com"))
                .isEqualTo(expected);
        assertThat(S3Addressing.root().resolve(path, null).orElseThrow()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "bkt.s3.example.com, bkt",
        "BKT.S3.Example.Com:9000, bkt",
        "bkt.s3.example.com., bkt",
        "my.dotted.bkt.s3.example.com, my.dotted.bkt",
        "bkt.eu.s3.example.com, bkt"
    })
    void virtualHostNamesTheBucket(String host, String bucket) {
        assertThat(target("/", host)).isEqualTo(new S3Target.Bucket(new BucketName(bucket)));
        assertThat(target("/api/v1/s3/k", host))
                .isEqualTo(new S3Target.Key(new BucketName(bucket), new ObjectKey("api/v1/s3/k")));
    }

    @Test
    void serviceIsTheRootOfEachStyle() {
        assertThat(target("/", "s3.example.com")).isEqualTo(new S3Target.Service());
        assertThat(target("/api/v1/s3", "other")).isEqualTo(new S3Target.Service());
        assertThat(target("/api/v1/s3/", "[::1]:8080")).isEqualTo(new S3Target.Service());
    }

    @Test
    void bucketAloneMayEndWithASlash() {
        assertThat(target("/bkt", "s3.example.com")).isEqualTo(new S3Target.Bucket(new BucketName("bkt")));
        assertThat(target("/bkt/", "s3.example.com")).isEqualTo(new S3Target.Bucket(new BucketName("bkt")));
    }

    @ParameterizedTest
    @CsvSource({"/other, gateway", "/api/v1/s3x/bkt, gateway", "/api/v1, gateway", "/api/v1/S3/bkt, gateway"})
    void pathOutsideThePrefixIsRefused(String path, String host) {
        assertThat(refusal(path, host)).isEqualTo(S3ErrorCode.INVALID_URI);
    }

    @Test
    void firstSlashOfPathStyleNeverBecomesAKey() {
        assertThat(refusal("//k", "s3.example.com")).isEqualTo(S3ErrorCode.INVALID_BUCKET_NAME);
        assertThat(refusal("/bad_name/k", "s3.example.com")).isEqualTo(S3ErrorCode.INVALID_BUCKET_NAME);
        assertThat(refusal("/", "bad_name.s3.example.com")).isEqualTo(S3ErrorCode.INVALID_BUCKET_NAME);
    }

    @Test
    void hostsAreOwnedWithAllTheirBuckets() {
        assertThat(ALL.ownsHost("s3.example.com:443")).isTrue();
        assertThat(ALL.ownsHost("b.s3.example.com")).isTrue();
        assertThat(ALL.ownsHost("xs3.example.com")).isFalse();
        assertThat(ALL.ownsHost(null)).isFalse();
    }

    @Test
    void impossibleSettingsAreRefused() {
        assertThatThrownBy(() -> new S3Addressing(List.of("S3.example.com"), ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new S3Addressing(List.of(), "api/")).isInstanceOf(IllegalArgumentException.class);
    }

    private static S3Target target(String path, String host) {
        return ALL.resolve(path, host).orElseThrow();
    }

    private static S3ErrorCode refusal(String path, String host) {
        return switch (ALL.resolve(path, host)) {
            case Parsed.Refusal<S3Target> refused -> refused.error().code();
            case Parsed.Value<S3Target> value -> throw new AssertionError("resolved " + value);
        };
    }
}
