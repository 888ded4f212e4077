package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketSubresource.Action;
import dev.ose.s3.operation.S3Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnsetSettingTest {

    /**
     * The settings that Terraform's and Pulumi's providers read of every bucket; only the ACL and the location always
     * exist.
     */
    private static final Set<String> READ_OF_EVERY_BUCKET = Set.of(
            "accelerate",
            "cors",
            "encryption",
            "lifecycle",
            "logging",
            "object-lock",
            "policy",
            "replication",
            "requestPayment",
            "tagging",
            "versioning",
            "website");

    @Test
    void everySettingThatToolsReadHasAnAnswer() {
        assertThat(Arrays.stream(Action.values())
                        .filter(action -> READ_OF_EVERY_BUCKET.contains(action.selector()))
                        .filter(action -> action.method() == S3Method.GET))
                .hasSameSizeAs(READ_OF_EVERY_BUCKET)
                .allMatch(action -> DefaultSubresourceResponse.of(action).isPresent());
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    void onlyReadsHaveAnAnswerAndDocumentsDescribeTheirSetting(Action action) {
        DefaultSubresourceResponse.of(action).ifPresent(unset -> {
            assertThat(action.method()).isEqualTo(S3Method.GET);
            unset.error().ifPresentOrElse(code -> assertThat(code.status()).isEqualTo(404), () -> assertThat(
                            unset.isDescribedBy(unset.document()))
                    .isTrue());
            assertThat(unset.isDescribedBy(bytes("<ListBucketResult/>"))).isFalse();
            assertThat(unset.isDescribedBy(new byte[0])).isFalse();
        });
    }

    @Test
    void requesterNeverPaysUnlessToldTo() {
        DefaultSubresourceResponse unset =
                DefaultSubresourceResponse.of(Action.GET_BUCKET_REQUEST_PAYMENT).orElseThrow();

        assertThat(new String(unset.document(), StandardCharsets.UTF_8))
                .endsWith("<RequestPaymentConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                        + "<Payer>BucketOwner</Payer></RequestPaymentConfiguration>");
    }

    @Test
    void publicAccessBlockIsKnownByItsNameOnCephToo() {
        DefaultSubresourceResponse unset =
                DefaultSubresourceResponse.of(Action.GET_PUBLIC_ACCESS_BLOCK).orElseThrow();

        assertThat(unset.isDescribedBy(bytes("<PublicAccessBlockConfiguration/>")))
                .isTrue();
        assertThat(unset.isDescribedBy(bytes("<BlockPublicAccessBlockConfiguration/>")))
                .isTrue();
    }

    @Test
    void policyIsWrittenInJson() {
        DefaultSubresourceResponse unset =
                DefaultSubresourceResponse.of(Action.GET_BUCKET_POLICY).orElseThrow();

        assertThat(unset.error()).contains(S3ErrorCode.NO_SUCH_BUCKET_POLICY);
        assertThat(unset.isDescribedBy(bytes("{\"Version\":\"2012-10-17\"}"))).isTrue();
        assertThat(unset.isDescribedBy(bytes("\n {\"Version\":\"2012-10-17\"}")))
                .isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
