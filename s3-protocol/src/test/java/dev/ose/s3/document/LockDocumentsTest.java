package dev.ose.s3.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.Retention;
import dev.ose.s3.lock.RetentionMode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockDocumentsTest {

    private static final String ENABLED = "<ObjectLockEnabled>Enabled</ObjectLockEnabled>";

    @Test
    void configurationIsReadAndWritten() {
        ObjectLockConfiguration years = new ObjectLockConfiguration(
                new DefaultRetention(RetentionMode.COMPLIANCE, 7, DefaultRetention.Unit.YEARS));

        assertThat(configuration(ENABLED)).isEqualTo(new ObjectLockConfiguration(null));
        assertThat(configuration(ENABLED + rule("<Mode>COMPLIANCE</Mode><Years>7</Years>")))
                .isEqualTo(years);
        assertThat(ObjectLockConfiguration.read(years.toBytes())).isEqualTo(years);
    }

    @ParameterizedTest
    @CsvSource({
        "'', MalformedXML",
        "'<ObjectLockEnabled>Disabled</ObjectLockEnabled>', MalformedXML",
        "'<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule/>', MalformedXML",
        "'<Mode>GOVERNANCE</Mode>', MalformedXML",
        "'<Days>1</Days>', MalformedXML",
        "'<Mode>governance</Mode><Days>1</Days>', MalformedXML",
        "'<Mode>GOVERNANCE</Mode><Days>1</Days><Years>1</Years>', MalformedXML",
        "'<Mode>GOVERNANCE</Mode><Days>x</Days>', MalformedXML",
        "'<Mode>GOVERNANCE</Mode><Days>0</Days>', InvalidRetentionPeriod",
        "'<Mode>GOVERNANCE</Mode><Years>-1</Years>', InvalidRetentionPeriod",
        "'<Mode>GOVERNANCE</Mode><Years>101</Years>', InvalidRetentionPeriod"
    })
    void configurationThatCannotBeIsRefused(String content, String code) {
        String whole = content.isEmpty() || content.startsWith("<ObjectLock") ? content : ENABLED + rule(content);

        assertThatThrownBy(() -> configuration(whole)).satisfies(e -> hasCode(e, code));
    }

    @Test
    void retentionIsReadAndWritten() {
        Retention retention = new Retention(RetentionMode.GOVERNANCE, Instant.parse("2030-01-01T00:00:00Z"));

        assertThat(retention("<Mode>GOVERNANCE</Mode><RetainUntilDate>2030-01-01T01:00:00+01:00</RetainUntilDate>"))
                .isEqualTo(new RetentionDocument(retention));
        assertThat(RetentionDocument.read(new RetentionDocument(retention).toBytes()))
                .isEqualTo(new RetentionDocument(retention));
        assertThat(retention("")).isEqualTo(new RetentionDocument(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Mode>GOVERNANCE</Mode>",
                "<RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate>",
                "<Mode>none</Mode><RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate>",
                "<Mode>GOVERNANCE</Mode><RetainUntilDate>tomorrow</RetainUntilDate>",
                "<Other/>"
            })
    void retentionThatCannotBeIsMalformed(String content) {
        assertThatThrownBy(() -> retention(content)).satisfies(e -> hasCode(e, "MalformedXML"));
    }

    @Test
    void legalHoldIsOnOrOff() {
        assertThat(LegalHoldDocument.read(new LegalHoldDocument(true).toBytes()).isOn())
                .isTrue();
        assertThat(hold("OFF").isOn()).isFalse();
        assertThatThrownBy(() -> hold("on")).satisfies(e -> hasCode(e, "MalformedXML"));
        assertThatThrownBy(() -> LegalHoldDocument.read("<LegalHold/>".getBytes(UTF_8)))
                .satisfies(e -> hasCode(e, "MalformedXML"));
    }

    static void hasCode(Throwable e, String code) {
        assertThat(e).isInstanceOf(S3ErrorException.class);
        assertThat(((S3ErrorException) e).error().code().code()).isEqualTo(code);
    }

    private static String rule(String retention) {
        return "<Rule><DefaultRetention>" + retention + "</DefaultRetention></Rule>";
    }

    private static ObjectLockConfiguration configuration(String content) {
        return ObjectLockConfiguration.read(
                ("<ObjectLockConfiguration>" + content + "</ObjectLockConfiguration>").getBytes(UTF_8));
    }

    private static RetentionDocument retention(String content) {
        return RetentionDocument.read(("<Retention>" + content + "</Retention>").getBytes(UTF_8));
    }

    private static LegalHoldDocument hold(String status) {
        return LegalHoldDocument.read(("<LegalHold><Status>" + status + "</Status></LegalHold>").getBytes(UTF_8));
    }
}
