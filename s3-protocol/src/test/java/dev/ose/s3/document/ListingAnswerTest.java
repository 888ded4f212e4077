package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.xml.MalformedXmlException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingAnswerTest {

    private static final String ENTRY = "<Contents><Key>%s</Key><LastModified>2022-10-12T17:50:00.123Z</LastModified>"
            + "<ETag>&quot;abc-2&quot;</ETag><Size>12345678901</Size><Owner><ID>x</ID></Owner>%s</Contents>";

    private static final String ENTRIES = "<ListBucketResult><Contents><Key>k</Key><LastModified>%s</LastModified>"
            + "<ETag>abc</ETag><Size>1</Size></Contents></ListBucketResult>";

    @Test
    void encodedKeysAreDecodedEvenWhenThatIsSaidLast() {
        ListingAnswer answer = read("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name>"
                + "<IsTruncated>true</IsTruncated>"
                + ENTRY.formatted("a%0A+b%2Bc/%C3%BC", "<StorageClass>COLD</StorageClass>")
                + "<CommonPrefixes><Prefix>d%2F+</Prefix></CommonPrefixes>"
                + "<EncodingType>url</EncodingType></ListBucketResult>");

        assertThat(answer.truncated()).isTrue();
        assertThat(answer.entries())
                .containsExactly(new ListedObject(
                        new ObjectKey("a\n b+c/ü"),
                        Instant.parse("2022-10-12T17:50:00.123Z"),
                        new ETag("abc-2"),
                        12_345_678_901L,
                        "COLD",
                        new Owner("x", null)));
        assertThat(answer.commonPrefixes()).containsExactly("d/ ");
    }

    @Test
    void plainKeysStayAsTheyAre() {
        ListingAnswer answer = read("<ListBucketResult>" + ENTRY.formatted("a+b%20c", "")
                + "<CommonPrefixes><Prefix>d%2F+</Prefix></CommonPrefixes></ListBucketResult>");

        assertThat(answer.truncated()).isFalse();
        assertThat(answer.entries()).extracting(entry -> entry.key().value()).containsExactly("a+b%20c");
        assertThat(answer.entries()).extracting(ListedObject::storageClass).containsExactly("STANDARD");
        assertThat(answer.commonPrefixes()).containsExactly("d%2F+");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Error><Code>AccessDenied</Code></Error>",
                "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
                "<ListBucketResult><Contents/></ListBucketResult>",
                "<ListBucketResult>"
            })
    void anythingElseIsRefused(String body) {
        assertThatThrownBy(() -> read(body)).isInstanceOf(MalformedXmlException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T23:59:59.999Z",
                "1969-12-31T00:00:00.000Z",
                "2022-10-12T24:00:00.000Z",
                "2022-10-12T23:59:60.000Z",
                "2022-10-12T17:50:00Z",
                "2022-10-12T17:50:00.1Z",
                "2022-10-12T17:50:00.123456789Z",
                "2022-10-12T17:50:00.12+02:00"
            })
    void timeIsReadInWhateverFormAPlatformWritesIt(String time) {
        assertThat(read(ENTRIES.formatted(time)).entries())
                .extracting(ListedObject::lastModified)
                .containsExactly(Instant.parse(time));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2023-02-29T00:00:00.000Z",
                "2022-13-12T17:50:00.123Z",
                "2022-10-12T25:50:00.123Z",
                "2022-10-12T17:50:00.+12Z",
                "2022-10--1T17:50:00.123Z",
                "2022-10-1\u0661T17:50:00.123Z",
                "2022-10-12 17:50:00.123Z"
            })
    void whatIsNoTimeIsRefused(String time) {
        assertThatThrownBy(() -> read(ENTRIES.formatted(time))).isInstanceOf(MalformedXmlException.class);
    }

    private static ListingAnswer read(String body) {
        return ListingAnswer.read(body.getBytes(StandardCharsets.UTF_8));
    }
}
