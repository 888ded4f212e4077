package dev.ose.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.http.WireClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the comparison of the check of access with requests takes for agreement. */
class AccessOutcomeTest {

    private static AccessOutcome of(int status, String code) {
        return AccessOutcome.of(new WireClient.Answer(status, Map.of(), "<Error><Code>" + code + "</Code></Error>"));
    }

    @ParameterizedTest
    @CsvSource({
        "200, '', GRANTED",
        "404, NoSuchTagSet, GRANTED",
        "403, AccessDenied, REFUSED",
        "404, NoSuchBucket, HIDDEN",
        "404, NoSuchKey, UNCLEAR",
        "404, '', UNCLEAR",
        "403, SignatureDoesNotMatch, UNCLEAR",
        "404, AccessDenied, UNCLEAR",
        "503, SlowDown, UNCLEAR"
    })
    void statusAndCodeSayWhatHappened(int status, String code, AccessOutcome outcome) {
        assertThat(of(status, code)).isEqualTo(outcome);
    }

    @Test
    void missingSettingDoesNotAgreeWithADenial() {
        AccessOutcome outcome = of(404, "NoSuchBucketPolicy");

        assertThat(outcome.isExplainedBy("DENY", List.of("NOT_GRANTED"))).isFalse();
        assertThat(outcome.isExplainedBy("ALLOW", List.of("BUCKET_OWNER"))).isTrue();
    }

    @Test
    void hiddenBucketAgreesWithItsReasonAlone() {
        AccessOutcome outcome = of(404, "NoSuchBucket");

        assertThat(outcome.isExplainedBy("DENY", List.of("NOT_GRANTED"))).isFalse();
        assertThat(outcome.isExplainedBy("DENY", List.of("BUCKET_NOT_SHARED"))).isTrue();
        assertThat(of(403, "AccessDenied").isExplainedBy("DENY", List.of("BUCKET_NOT_SHARED")))
                .isFalse();
    }

    @Test
    void unknownAgreesWithItsReasonsAlone() {
        AccessOutcome granted = of(200, "");

        assertThat(granted.isExplainedBy("UNKNOWN", List.of("BUCKET_POLICY_ALLOWS")))
                .isFalse();
        assertThat(granted.isExplainedBy("UNKNOWN", List.of("OTHER_TENANT_DECIDES")))
                .isTrue();
        assertThat(of(403, "AccessDenied").isExplainedBy("UNKNOWN", List.of("OTHER_TENANT_DECIDES")))
                .isFalse();
    }

    @Test
    void answerWithoutAWordOnAccessNeverAgrees() {
        AccessOutcome outcome = of(503, "SlowDown");

        assertThat(outcome.isExplainedBy("ALLOW", List.of("BUCKET_OWNER"))).isFalse();
        assertThat(outcome.isExplainedBy("DENY", List.of("NOT_GRANTED"))).isFalse();
        assertThat(outcome.isExplainedBy("UNKNOWN", List.of("UPLOAD_INITIATOR")))
                .isFalse();
    }
}
