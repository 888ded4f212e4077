package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.operation.ObjectAttribute;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.xml.MalformedXmlException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerDocumentsTest {

    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    private static final String NS = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"";
    private static final BucketName BUCKET = new BucketName("bkt");
    private static final ObjectKey KEY = new ObjectKey("a b/\u0001&");
    private static final ETag TAG = new ETag("abc");
    private static final Instant TIME = Instant.parse("2026-05-04T10:20:30Z");
    private static final Owner OWNER = new Owner("id1", "Ann");
    private static final String OWNER_XML = "<Owner><ID>id1</ID><DisplayName>Ann</DisplayName></Owner>";
    private static final ListingFilter PLAIN = new ListingFilter("a ", "/", 2, EncodingType.NONE);
    private static final ListingFilter URL = new ListingFilter("a ", "/", 2, EncodingType.URL);
    private static final ListedObject OBJECT = new ListedObject(KEY, TIME, TAG, 7, "STANDARD", null);

    @Test
    void bucketsAreListed() {
        BucketsDocument document =
                new BucketsDocument(OWNER, List.of(new BucketsDocument.Bucket(BUCKET, TIME, "r1")), "t", null);

        assertThat(text(document.toBytes()))
                .isEqualTo(HEAD + "<ListAllMyBucketsResult" + NS + ">" + OWNER_XML
                        + "<Buckets><Bucket><Name>bkt</Name><CreationDate>2026-05-04T10:20:30.000Z</CreationDate>"
                        + "<BucketRegion>r1</BucketRegion></Bucket></Buckets>"
                        + "<ContinuationToken>t</ContinuationToken></ListAllMyBucketsResult>");
    }

    @Test
    void firstListingEscapesControls() {
        ObjectsDocument document = new ObjectsDocument(List.of(OBJECT), List.of("a /"), "a /");

        assertThat(text(document.toBytes(new BucketOperation.ListObjects(BUCKET, PLAIN, "m"))))
                .isEqualTo(HEAD + "<ListBucketResult" + NS + "><Name>bkt</Name><Prefix>a </Prefix>"
                        + "<Delimiter>/</Delimiter><Marker>m</Marker><NextMarker>a /</NextMarker><MaxKeys>2</MaxKeys>"
                        + "<IsTruncated>true</IsTruncated><Contents><Key>a b/&#x1;&amp;</Key>"
                        + "<LastModified>2026-05-04T10:20:30.000Z</LastModified><ETag>&quot;abc&quot;</ETag>"
                        + "<Size>7</Size><StorageClass>STANDARD</StorageClass></Contents>"
                        + "<CommonPrefixes><Prefix>a /</Prefix></CommonPrefixes></ListBucketResult>");
    }

    @Test
    void listingsTellWhichChecksumIsKept() {
        ListedObject.Checksum checksum =
                new ListedObject.Checksum(ChecksumAlgorithm.CRC64NVME, ChecksumType.FULL_OBJECT);
        ListedObject summed = new ListedObject(KEY, TIME, TAG, 7, "STANDARD", null, checksum);
        String expected = "<ETag>&quot;abc&quot;</ETag><ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm>"
                + "<ChecksumType>FULL_OBJECT</ChecksumType><Size>7</Size>";

        assertThat(text(new ObjectsDocument(List.of(summed), List.of(), null)
                        .toBytes(new BucketOperation.ListObjectsV2(BUCKET, PLAIN, null, null, false))))
                .contains(expected);
        assertThat(text(new VersionsDocument(
                                List.of(new VersionsDocument.Version(summed, VersionId.NULL, true)),
                                List.of(),
                                null,
                                null)
                        .toBytes(new BucketOperation.ListObjectVersions(BUCKET, PLAIN, "", null))))
                .contains(expected);
    }

    @Test
    void secondListingEncodesForUrls() {
        ListedObject owned = new ListedObject(KEY, TIME, TAG, 7, "STANDARD", OWNER);
        ObjectsDocument document = new ObjectsDocument(List.of(owned), List.of(), "next+token");

        String xml = text(document.toBytes(new BucketOperation.ListObjectsV2(BUCKET, URL, "t", "s t", true)));

        assertThat(xml)
                .contains(
                        "<Prefix>a%20</Prefix><Delimiter>/</Delimiter><EncodingType>url</EncodingType>",
                        "<StartAfter>s%20t</StartAfter><ContinuationToken>t</ContinuationToken>",
                        "<NextContinuationToken>next+token</NextContinuationToken><KeyCount>1</KeyCount>",
                        "<Key>a%20b/%01%26</Key>",
                        OWNER_XML);
    }

    @Test
    void versionsAndMarkersKeepTheirOrder() {
        VersionsDocument document = new VersionsDocument(
                List.of(
                        new VersionsDocument.DeleteMarker(KEY, new VersionId("v2"), true, TIME, OWNER),
                        new VersionsDocument.Version(OBJECT, VersionId.NULL, false)),
                List.of("p/"),
                "a b",
                new VersionId("v2"));

        String xml = text(document.toBytes(new BucketOperation.ListObjectVersions(BUCKET, URL, "k", null)));

        assertThat(xml)
                .containsSubsequence(
                        "<KeyMarker>k</KeyMarker><VersionIdMarker></VersionIdMarker>",
                        "<NextKeyMarker>a%20b</NextKeyMarker><NextVersionIdMarker>v2</NextVersionIdMarker>",
                        "<DeleteMarker><Key>a%20b/%01%26</Key><VersionId>v2</VersionId><IsLatest>true</IsLatest>",
                        "<Version><Key>a%20b/%01%26</Key><VersionId>null</VersionId><IsLatest>false</IsLatest>",
                        "<CommonPrefixes><Prefix>p/</Prefix></CommonPrefixes>");
    }

    @Test
    void uploadsAreListed() {
        UploadsDocument document = new UploadsDocument(
                List.of(new UploadsDocument.Upload(KEY, new UploadId("u"), OWNER, OWNER, "STANDARD", TIME)),
                List.of(),
                null,
                null);

        String xml =
                text(document.toBytes(new BucketOperation.ListMultipartUploads(BUCKET, URL, "", new UploadId("m"))));

        assertThat(xml)
                .contains(
                        "<UploadIdMarker>m</UploadIdMarker>",
                        "<IsTruncated>false</IsTruncated><Upload><Key>a%20b/%01%26</Key><UploadId>u</UploadId>",
                        "<Initiator><ID>id1</ID>",
                        "<Initiated>2026-05-04T10:20:30.000Z</Initiated>");
    }

    @Test
    void partsAreListed() {
        PartsDocument.Part part = new PartsDocument.Part(
                new PartNumber(4), TIME, TAG, 5, Map.of("ChecksumSHA1", "s", "ChecksumCRC32", "c"));

        String xml = text(new PartsDocument(OWNER, OWNER, "STANDARD", List.of(part), true)
                .toBytes(new ObjectOperation.ListParts(BUCKET, KEY, new UploadId("u"), 1, 3)));

        assertThat(xml)
                .contains(
                        "<PartNumberMarker>3</PartNumberMarker><NextPartNumberMarker>4</NextPartNumberMarker>",
                        "<MaxParts>1</MaxParts><IsTruncated>true</IsTruncated>",
                        "<Size>5</Size><ChecksumCRC32>c</ChecksumCRC32><ChecksumSHA1>s</ChecksumSHA1></Part>");
    }

    @Test
    void attributesAreThoseAskedFor() {
        PartsDocument.Part part = new PartsDocument.Part(new PartNumber(1), TIME, TAG, 5, Map.of());
        AttributesDocument document = new AttributesDocument(
                TAG,
                Map.of("ChecksumCRC32", "c"),
                new AttributesDocument.Parts(1, List.of(part), false),
                "STANDARD",
                5);

        assertThat(text(document.toBytes(attributes(Set.of(ObjectAttribute.ETAG, ObjectAttribute.OBJECT_SIZE)))))
                .endsWith("<ETag>abc</ETag><ObjectSize>5</ObjectSize></GetObjectAttributesResponse>");
        assertThat(text(document.toBytes(attributes(Set.of(ObjectAttribute.values())))))
                .contains(
                        "<Checksum><ChecksumCRC32>c</ChecksumCRC32></Checksum>",
                        "<PartsCount>1</PartsCount>",
                        "<StorageClass>STANDARD</StorageClass>");
    }

    @Test
    void locationAndPolicyStatusAreWritten() {
        assertThat(text(new ResultDocument.Location("eu-1").toBytes()))
                .isEqualTo(HEAD + "<LocationConstraint" + NS + ">eu-1</LocationConstraint>");
        assertThat(text(new ResultDocument.Location("us-east-1").toBytes()))
                .isEqualTo(HEAD + "<LocationConstraint" + NS + "></LocationConstraint>");
        assertThat(text(new ResultDocument.PolicyStatus(true).toBytes()))
                .isEqualTo(HEAD + "<PolicyStatus" + NS + "><IsPublic>true</IsPublic></PolicyStatus>");
    }

    @Test
    void ownAnswersAreReadLikeThoseOfAPlatform() {
        UploadId upload = new UploadId("u");
        DeletedObject gone = new DeletedObject(KEY, VersionId.NULL, true, new VersionId("m"));
        FailedDelete failed = new FailedDelete(KEY, null, "AccessDenied", "No & no");

        assertThat(PlatformAnswer.read(new ResultDocument.InitiatedUpload(BUCKET, KEY, upload).toBytes()))
                .isEqualTo(new PlatformAnswer.Initiated(upload));
        assertThat(PlatformAnswer.read(
                        new ResultDocument.CompletedUpload("http://x/bkt/k", BUCKET, KEY, TAG, Map.of()).toBytes()))
                .isEqualTo(new PlatformAnswer.Stored(TAG));
        for (boolean isPart : new boolean[] {true, false}) {
            assertThat(PlatformAnswer.read(new ResultDocument.Copied(isPart, TAG, TIME, Map.of()).toBytes()))
                    .isEqualTo(new PlatformAnswer.Stored(TAG));
        }
        assertThat(PlatformAnswer.read(new ResultDocument.Deleted(List.of(gone), List.of(failed)).toBytes()))
                .isEqualTo(new PlatformAnswer.Deleted(List.of(gone), List.of(failed)));
    }

    @Test
    void completionWithAnEmptyTagIsACompletion() {
        String completed = "<CompleteMultipartUploadResult><Key>k</Key><ETag>%s</ETag></CompleteMultipartUploadResult>";

        assertThat(PlatformAnswer.read(utf8(completed.formatted("")))).isEqualTo(new PlatformAnswer.Stored(null));
        assertThat(PlatformAnswer.read(utf8(completed.replace("%s", " ").replace("<ETag> </ETag>", "<ETag/>"))))
                .isEqualTo(new PlatformAnswer.Stored(null));
        assertThatThrownBy(() -> PlatformAnswer.read(utf8(completed.formatted("a b"))))
                .isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void errorAfterKeepAliveWhiteSpaceIsSeen() {
        String body = HEAD + " \n".repeat(500)
                + "<Error><Code>InternalError</Code><Message>m</Message><Detail><X/></Detail></Error>";

        assertThat(PlatformAnswer.read(utf8(body))).isEqualTo(new PlatformAnswer.Failed("InternalError", "m"));
        assertThat(PlatformAnswer.read(utf8("\n\n " + body)))
                .isEqualTo(new PlatformAnswer.Failed("InternalError", "m"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "<html><body>Bad gateway</body></html>",
                "<CompleteMultipartUploadResult/>",
                "<CopyObjectResult><ETag></ETag></CopyObjectResult>",
                "<InitiateMultipartUploadResult/>",
                "<DeleteResult><Deleted/></DeleteResult>",
                "<ListPartsResult><Part><Size>1</Size></Part></ListPartsResult>",
                "<ListPartsResult><Part><PartNumber>1</PartNumber></Part></ListPartsResult>",
                "<ListPartsResult><Part><PartNumber>1</PartNumber><Size>-1</Size></Part></ListPartsResult>",
                "<ListPartsResult><Part><PartNumber>1</PartNumber><Size>9999999999999999999</Size></Part>"
                        + "</ListPartsResult>",
                "<Error><Code>x</Code>",
                "{\"error\":1}"
            })
    void nonsenseOfAPlatformIsRefused(String body) {
        assertThatThrownBy(() -> PlatformAnswer.read(utf8(body))).isInstanceOf(MalformedXmlException.class);
        assertThat(PlatformAnswer.find(PlatformAnswer.class, utf8(body))).isEmpty();
    }

    @Test
    void answerIsFoundIfItIsOfTheKindThatIsLookedFor() {
        byte[] refusal = utf8("<Error><Code>SlowDown</Code></Error>");

        assertThat(PlatformAnswer.find(PlatformAnswer.Failed.class, refusal))
                .contains(new PlatformAnswer.Failed("SlowDown", ""));
        assertThat(PlatformAnswer.find(PlatformAnswer.Parts.class, refusal)).isEmpty();
    }

    @Test
    void partsOfAPlatformAreReadWithTheirSizesAndTags() {
        String body = "<ListPartsResult><Bucket>b</Bucket><Part><PartNumber>2</PartNumber><ETag>e</ETag>"
                + "<Size>5368709120</Size></Part><Part><PartNumber>7</PartNumber><Size>0</Size></Part>"
                + "</ListPartsResult>";

        assertThat(PlatformAnswer.read(utf8(body)))
                .isEqualTo(new PlatformAnswer.Parts(
                        Map.of(new PartNumber(2), 5_368_709_120L, new PartNumber(7), 0L),
                        Map.of(new PartNumber(2), new ETag("e")),
                        null));
        String more = body.replace("<Bucket>", "<IsTruncated>true</IsTruncated><Bucket>");
        assertThat(PlatformAnswer.read(utf8(more)))
                .isEqualTo(new PlatformAnswer.Parts(
                        Map.of(new PartNumber(2), 5_368_709_120L, new PartNumber(7), 0L),
                        Map.of(new PartNumber(2), new ETag("e")),
                        new PartNumber(7)));
    }

    @Test
    void uploadsOfAPlatformAreReadWithTheirKeys() {
        UploadsDocument.Upload upload =
                new UploadsDocument.Upload(KEY, new UploadId("u/1"), OWNER, OWNER, "STANDARD", TIME);
        UploadsDocument page = new UploadsDocument(List.of(upload), List.of(), KEY.value(), new UploadId("u/1"));
        for (ListingFilter filter : List.of(PLAIN, URL)) {
            assertThat(UploadsAnswer.read(
                            page.toBytes(new BucketOperation.ListMultipartUploads(BUCKET, filter, "", null))))
                    .isEqualTo(new UploadsAnswer(
                            List.of(new UploadsAnswer.Entry(KEY, new UploadId("u/1"))),
                            new UploadsAnswer.Marker(KEY.value(), "u/1")));
        }
        for (String nonsense : List.of(
                "<ListBucketResult/>",
                "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated></ListMultipartUploadsResult>",
                "<ListMultipartUploadsResult><Upload><Key>k</Key></Upload></ListMultipartUploadsResult>")) {
            assertThatThrownBy(() -> UploadsAnswer.read(utf8(nonsense))).isInstanceOf(MalformedXmlException.class);
        }
    }

    private static ObjectOperation.GetObjectAttributes attributes(Set<ObjectAttribute> asked) {
        return new ObjectOperation.GetObjectAttributes(BUCKET, KEY, null, asked, 1000, 0);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
