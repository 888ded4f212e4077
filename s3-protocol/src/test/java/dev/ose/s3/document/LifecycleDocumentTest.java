package dev.ose.s3.document;

import static dev.ose.s3.document.LockDocumentsTest.hasCode;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleDocumentTest {

    private static final String ON = "<Status>Enabled</Status>";
    private static final String ALL = "<Filter/>";
    private static final String DAYS = "<Expiration><Days>3</Days></Expiration>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ID>a</ID><Filter/><Status>Enabled</Status><Expiration><Days>3</Days></Expiration>",
                "<ID>a</ID><Filter><Prefix></Prefix></Filter><Status>Disabled</Status>"
                        + "<Expiration><Date>2030-01-01T00:00:00.000Z</Date></Expiration>",
                "<ID>a</ID><Prefix>logs/</Prefix><Status>Enabled</Status>"
                        + "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>",
                "<ID>a</ID><Filter><Tag><Key>k</Key><Value>v</Value></Tag></Filter><Status>Enabled</Status>"
                        + "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays>"
                        + "<NewerNoncurrentVersions>5</NewerNoncurrentVersions></NoncurrentVersionExpiration>",
                "<ID>a</ID><Filter><And><Prefix>p</Prefix><Tag><Key>k</Key><Value>v</Value></Tag>"
                        + "<ObjectSizeGreaterThan>0</ObjectSizeGreaterThan>"
                        + "<ObjectSizeLessThan>500</ObjectSizeLessThan></And></Filter><Status>Enabled</Status>"
                        + "<Expiration><Days>3</Days></Expiration>",
                "<ID>a</ID><Filter><Prefix>p</Prefix></Filter><Status>Enabled</Status>"
                        + "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
                        + "</AbortIncompleteMultipartUpload>"
            })
    void ruleIsWrittenAsItWasRead(String rule) {
        String written = new String(LifecycleDocument.write(read(rule)), UTF_8);

        assertThat(written.replace("<Prefix/>", "<Prefix></Prefix>").replace("<Filter></Filter>", "<Filter/>"))
                .contains("<Rule>" + rule + "</Rule>");
        assertThat(LifecycleDocument.read(written.getBytes(UTF_8), () -> "other"))
                .isEqualTo(read(rule));
    }

    @Test
    void ruleWithoutAnIdGetsOne() {
        assertThat(read(ALL + ON + DAYS).rules().getFirst().id()).isEqualTo("made");
    }

    @ParameterizedTest
    @CsvSource({
        "'', MalformedXML",
        // The required elements of a rule, each exactly once.
        "'<Status>Enabled</Status><Expiration><Days>3</Days></Expiration>', MalformedXML",
        "'<Filter/><Expiration><Days>3</Days></Expiration>', MalformedXML",
        "'<Filter/><Prefix>a</Prefix><Status>Enabled</Status><Expiration><Days>3</Days></Expiration>', MalformedXML",
        "'<Filter/><Status>enabled</Status><Expiration><Days>3</Days></Expiration>', MalformedXML",
        "'<Filter/><Status>Enabled</Status>', InvalidRequest",
        "'<Filter/><Status>Enabled</Status><Unknown/>', MalformedXML",
        // Expiration
        "'<Filter/><Status>Enabled</Status><Expiration/>', MalformedXML",
        "'<Filter/><Status>Enabled</Status><Expiration><Days>0</Days></Expiration>', InvalidArgument",
        "'<Filter/><Status>Enabled</Status><Expiration><Days>-1</Days></Expiration>', InvalidArgument",
        "'<Filter/><Status>Enabled</Status><Expiration><Days>x</Days></Expiration>', MalformedXML",
        "'<Filter/><Status>Enabled</Status><Expiration><Date>2030-01-01T10:00:00Z</Date></Expiration>',"
                + " InvalidArgument",
        "'<Filter/><Status>Enabled</Status><Expiration><Date>20200101</Date></Expiration>', MalformedXML",
        "'<Filter/><Status>Enabled</Status><Expiration><Days>1</Days><Date>2030-01-01</Date></Expiration>',"
                + " MalformedXML",
        // Filters
        "'<Filter><Prefix>a</Prefix><ObjectSizeGreaterThan>1</ObjectSizeGreaterThan></Filter><Status>Enabled</Status>"
                + "<Expiration><Days>3</Days></Expiration>', MalformedXML",
        "'<Filter><And><Prefix>a</Prefix></And></Filter><Status>Enabled</Status><Expiration><Days>3</Days></Expiration>"
                + "', MalformedXML",
        "'<Filter><And><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>5</ObjectSizeLessThan></And>"
                + "</Filter><Status>Enabled</Status><Expiration><Days>3</Days></Expiration>', InvalidRequest",
        "'<Filter><And><Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>a</Key><Value>2</Value></Tag></And></Filter>"
                + "<Status>Enabled</Status><Expiration><Days>3</Days></Expiration>', InvalidRequest",
        "'<Filter><Tag><Key>a</Key><Value>1</Value></Tag></Filter><Status>Enabled</Status><Expiration>"
                + "<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>', InvalidRequest",
        "'<Filter><ObjectSizeLessThan>5</ObjectSizeLessThan></Filter><Status>Enabled</Status>"
                + "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
                + "</AbortIncompleteMultipartUpload>', InvalidRequest",
        // Older versions and uploads
        "'<Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NewerNoncurrentVersions>"
                + "1</NewerNoncurrentVersions></NoncurrentVersionExpiration>', MalformedXML",
        "'<Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>0</NoncurrentDays>"
                + "</NoncurrentVersionExpiration>', InvalidArgument",
        "'<Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays>"
                + "<NewerNoncurrentVersions>101</NewerNoncurrentVersions></NoncurrentVersionExpiration>',"
                + " InvalidArgument",
        "'<Filter/><Status>Enabled</Status><AbortIncompleteMultipartUpload/>', MalformedXML",
        // One storage class
        "'<Filter/><Status>Enabled</Status><Transition><Days>1</Days><StorageClass>GLACIER</StorageClass></Transition>"
                + "', NotImplemented"
    })
    void ruleThatCannotBeIsRefused(String rule, String code) {
        assertThatThrownBy(() -> read(rule)).satisfies(e -> hasCode(e, code));
    }

    @Test
    void idsAreUniqueAndShort() {
        String rule = "<ID>a</ID>" + ALL + ON + DAYS;

        assertThatThrownBy(() -> read(rule + "</Rule><Rule>" + rule)).satisfies(e -> hasCode(e, "InvalidArgument"));
        assertThatThrownBy(() -> read("<ID>" + "a".repeat(256) + "</ID>" + ALL + ON + DAYS))
                .satisfies(e -> hasCode(e, "InvalidArgument"));
    }

    @Test
    void moreThanAThousandRulesAreRefused() {
        String rule = ALL + ON + DAYS;

        assertThatThrownBy(() -> read(String.join("</Rule><Rule>", Collections.nCopies(1001, rule))))
                .satisfies(e -> hasCode(e, "MalformedXML"));
        assertThatThrownBy(() -> LifecycleDocument.read("<LifecycleConfiguration/>".getBytes(UTF_8), () -> "made"))
                .satisfies(e -> hasCode(e, "MalformedXML"));
    }

    private static LifecycleConfiguration read(String rule) {
        return LifecycleDocument.read(
                ("<LifecycleConfiguration><Rule>" + rule + "</Rule></LifecycleConfiguration>").getBytes(UTF_8),
                () -> "made");
    }
}
