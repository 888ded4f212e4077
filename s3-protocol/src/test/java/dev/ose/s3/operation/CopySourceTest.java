package dev.ose.s3.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopySourceTest {

    @ParameterizedTest
    @CsvSource({
        "bkt/k, k, ",
        "/bkt/k, k, ",
        "bkt%2Fk, k, ",
        "%2Fbkt%2Fk, k, ",
        "bkt//k, /k, ",
        "bkt/a/../b, a/../b, ",
        "bkt/%2e%2e/x, ../x, ",
        "bkt/a+b, a+b, ",
        "bkt/a%252Fb, a%2Fb, ",
        "bkt/k?versionId=v1, k, v1",
        "bkt/k%3FversionId=v1, k?versionId=v1, ",
        "bkt/k%3FversionId=v1?versionId=v2, k?versionId=v1, v2"
    })
    void sourceIsReadOnce(String raw, String key, String version) {
        CopySource expected = new CopySource(
                new BucketName("bkt"), new ObjectKey(key), version == null ? null : new VersionId(version));

        assertThat(CopySource.parse(raw)).isEqualTo(Parsed.of(expected));
        assertThat(CopySource.parse(expected.headerValue())).isEqualTo(Parsed.of(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "bkt",
                "bkt/",
                "/bkt/",
                "//bkt/k",
                "BAD/k",
                "bkt/%zz",
                "bkt/%00",
                "bkt/%C0%AF",
                "bkt/k?",
                "bkt/k?versionId=",
                "bkt/k?foo=bar",
                "bkt/k?versionId=a?versionId=b",
                "bkt/k?versionId=%20",
                "bkt/a?b/c?versionId=v",
                "arn:aws:s3:::bkt/k",
                "..%2Fbkt/k"
            })
    void anythingElseIsRefused(String raw) {
        assertThat(CopySource.parse(raw)).isInstanceOf(Parsed.Refusal.class);
    }

    @Property(tries = 500)
    void everyKeySurvivesTheHeader(@ForAll String text) {
        ObjectKey.parse(text).ifPresent(key -> {
            CopySource source = new CopySource(new BucketName("bkt"), key, VersionId.NULL);

            assertThat(CopySource.parse(source.headerValue())).isEqualTo(Parsed.of(source));
        });
    }

    @Property(tries = 500)
    void readingIsTotalAndAgreesWithThePath(@ForAll String text) {
        Parsed<CopySource> source = CopySource.parse("/bkt/" + text);

        assertThat(source).isNotNull();
        if (source instanceof Parsed.Value<CopySource>(CopySource value) && value.versionId() == null) {
            assertThat(S3Addressing.root().resolve("/bkt/" + text, null))
                    .isEqualTo(Parsed.of(new S3Target.Key(value.bucket(), value.key())));
        }
    }
}
