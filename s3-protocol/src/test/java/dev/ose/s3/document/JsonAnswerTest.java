package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonAnswerTest {

    private static String json(String xml) {
        return JsonAnswer.of(xml.getBytes(StandardCharsets.UTF_8))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse("");
    }

    @Test
    void listingTellsObjectsAndPrefixes() {
        assertThat(json("""
                        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix></Prefix>
                        <KeyCount>2</KeyCount><IsTruncated>true</IsTruncated>
                        <NextContinuationToken>t</NextContinuationToken>
                        <Contents><Key>a&quot;b</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>
                        <ETag>&quot;e&quot;</ETag><Size>12345678901</Size><Owner><ID>id</ID><DisplayName>\
                        ann</DisplayName></Owner>
                        </Contents><CommonPrefixes><Prefix>p/</Prefix></CommonPrefixes></ListBucketResult>
                        """))
                .isEqualTo("{\"commonPrefixes\":[\"p/\"],\"objectBrief\":[{\"key\":\"a\\\"b\",\"lastModified\":"
                        + "\"2026-01-01T00:00:00.000Z\",\"etag\":\"e\",\"size\":12345678901,\"ownerId\":\"id\","
                        + "\"owner\":\"ann\"}],\"name\":\"b\",\"prefix\":\"\",\"keyCount\":2,\"truncated\":true,"
                        + "\"nextContinuationToken\":\"t\"}");
    }

    @Test
    void versionsAndMarkersAreListsOfTheirOwn() {
        assertThat(json("<ListVersionsResult><Version><Key>a</Key><VersionId>1</VersionId><IsLatest>"
                        + "true</IsLatest></Version>"
                        + "<DeleteMarker><Key>b</Key></DeleteMarker><Version><Key>c</Key></Version>"
                        + "</ListVersionsResult>"))
                .isEqualTo(
                        "{\"commonPrefixes\":[],\"objectBrief\":[{\"key\":\"a\",\"versionId\":\"1\",\"latest\":true},"
                                + "{\"key\":\"c\"}],\"deleteMarkers\":[{\"key\":\"b\"}]}");
    }

    @Test
    void everyCharacterOfAKeySurvives() {
        assertThat(json("<ListBucketResult><Contents><Key>&#x1;&lt;\u20ac\uD83D\uDE00\\</Key></Contents>"
                        + "</ListBucketResult>"))
                .contains("[{\"key\":\"\\u0001<\u20ac\uD83D\uDE00\\\\\"}]");
    }

    @Test
    void emptyListsAreThere() {
        assertThat(json("<ListBucketResult><Name>b</Name></ListBucketResult>"))
                .contains("\"objectBrief\":[]", "\"commonPrefixes\":[]");
        assertThat(json("<Tagging><TagSet/></Tagging>")).isEqualTo("{\"tagSets\":[{\"tags\":[]}]}");
    }

    @Test
    void settingsHaveTheirNames() {
        assertThat(json("<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>"))
                .isEqualTo("{\"tagSets\":[{\"tags\":[{\"key\":\"k\",\"value\":\"v\"}]}]}");
        assertThat(json("<AccessControlPolicy><Owner><ID>o</ID></Owner><AccessControlList><Grant><Grantee><URI>u</URI>"
                        + "</Grantee><Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>"))
                .isEqualTo("{\"owner\":{\"id\":\"o\"},\"grants\":[{\"grantee\":"
                        + "{\"uri\":\"u\"},\"permission\":\"READ\"}]}");
        assertThat(json("<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT"
                        + "</AllowedMethod><MaxAgeSeconds>9</MaxAgeSeconds></CORSRule></CORSConfiguration>"))
                .contains("\"allowedMethods\":[\"GET\",\"PUT\"]", "\"maxAgeSeconds\":9");
    }

    @Test
    void errorHasACode() {
        assertThat(json("<Error><Code>NoSuchKey</Code><Message>m</Message><Key>k</Key><AWSAccessKeyId>"
                        + "a</AWSAccessKeyId><RequestId>r</RequestId></Error>"))
                .isEqualTo(
                        "{\"code\":\"NoSuchKey\",\"message\":\"m\",\"key\":\"k\",\"awsAccessKeyId\":\"a\",\"requestId\""
                                + ":\"r\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<LocationConstraint/>", "<Tagging>", "no document", ""})
    void whatHasNoFormInJsonStaysAsItIs(String other) {
        assertThat(json(other)).isEmpty();
    }
}
