package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ose.s3.xml.MalformedXmlException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionsAnswerTest {

    private static final String TIME = "<LastModified>2022-10-12T17:50:00.765Z</LastModified>";
    private static final Instant MODIFIED = Instant.parse("2022-10-12T17:50:00.765Z");

    @Test
    void readsVersionsAndDeleteMarkersInTheirOrder() {
        VersionsAnswer answer = read("<IsTruncated>true</IsTruncated><NextKeyMarker>a%2Bb+c</NextKeyMarker>"
                + "<NextVersionIdMarker>v1</NextVersionIdMarker>"
                + "<DeleteMarker><Key>a%2Bb+c</Key><VersionId>m</VersionId><IsLatest>true</IsLatest>" + TIME
                + "<Owner><ID>x</ID></Owner></DeleteMarker>"
                + "<Version><Key>a%2Bb+c</Key><VersionId>v1</VersionId><IsLatest>false</IsLatest>" + TIME
                + "<ETag>\"e\"</ETag><Size>7</Size></Version><EncodingType>url</EncodingType>");

        assertThat(answer.next()).isEqualTo(new VersionsAnswer.Marker("a+b c", "v1"));
        assertThat(answer.entries())
                .extracting(
                        each -> each.key().value(),
                        VersionsAnswer.Entry::versionId,
                        VersionsAnswer.Entry::isLatest,
                        VersionsAnswer.Entry::lastModified,
                        each -> each.object() == null ? -1L : each.object().sizeBytes())
                .containsExactly(tuple("a+b c", "m", true, MODIFIED, -1L), tuple("a+b c", "v1", false, MODIFIED, 7L));
    }

    @Test
    void lastPageHasNoNext() {
        assertThat(read("<IsTruncated>false</IsTruncated><NextKeyMarker>k</NextKeyMarker>")
                        .next())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<IsTruncated>true</IsTruncated>",
                "<Version><Key>k</Key><IsLatest>true</IsLatest><LastModified>2022-10-12T17:50:00.765Z</LastModified>"
                        + "<ETag>\"e\"</ETag><Size>7</Size></Version>",
                "<DeleteMarker><Key>k</Key><VersionId>v</VersionId><LastModified>soon</LastModified></DeleteMarker>",
                "<Version><Key></Key><VersionId>v</VersionId></Version>"
            })
    void nonsenseIsNoAnswer(String content) {
        assertThatThrownBy(() -> read(content)).isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void otherDocumentIsNoAnswer() {
        assertThatThrownBy(() -> VersionsAnswer.read("<ListBucketResult/>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedXmlException.class);
    }

    private static VersionsAnswer read(String content) {
        return VersionsAnswer.read(
                ("<ListVersionsResult>" + content + "</ListVersionsResult>").getBytes(StandardCharsets.UTF_8));
    }
}
