package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDocumentsTest {

    private static final String TAG = "<Tag><Key>a</Key><Value>1</Value></Tag>";
    private static final String NS = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"";

    @Test
    void bucketConfigurationNamesARegion() {
        assertThat(CreateBucketConfiguration.read(new byte[0]).locationConstraint())
                .isNull();
        assertThat(CreateBucketConfiguration.read(
                                utf8("<CreateBucketConfiguration" + NS + "><LocationConstraint> eu-west-1 "
                                        + "</LocationConstraint></CreateBucketConfiguration>"))
                        .locationConstraint())
                .isEqualTo("eu-west-1");
        assertThat(CreateBucketConfiguration.read(utf8("<CreateBucketConfiguration/>"))
                        .locationConstraint())
                .isNull();
        assertCode(() -> CreateBucketConfiguration.read(utf8("<Other/>")), S3ErrorCode.MALFORMED_XML);
        assertCode(() -> creation("<Unknown/>"), S3ErrorCode.MALFORMED_XML);
        assertCode(() -> creation("<Location><Name>a</Name></Location>"), S3ErrorCode.NOT_IMPLEMENTED);
        assertCode(() -> creation("<Bucket><Type>Directory</Type></Bucket>"), S3ErrorCode.NOT_IMPLEMENTED);
    }

    @Test
    void bucketConfigurationNamesTags() {
        CreateBucketConfiguration configuration = tagged(TAG);

        assertThat(configuration.tags().tags()).containsExactly(new Tagging.Tag("a", "1"));
        assertThat(CreateBucketConfiguration.read(configuration.toBytes())).isEqualTo(configuration);
        assertCode(() -> tagged(TAG + TAG), S3ErrorCode.INVALID_TAG);
        assertCode(() -> tagged(TAG.replace(">a<", "><")), S3ErrorCode.INVALID_TAG);
        assertCode(() -> tagged("<Tag/>"), S3ErrorCode.MALFORMED_XML);
        assertCode(() -> tagged("<Key>a</Key>"), S3ErrorCode.MALFORMED_XML);
    }

    private static CreateBucketConfiguration tagged(String tags) {
        return creation("<Tags>" + tags + "</Tags>");
    }

    private static CreateBucketConfiguration creation(String elements) {
        return CreateBucketConfiguration.read(
                utf8("<CreateBucketConfiguration>" + elements + "</CreateBucketConfiguration>"));
    }

    @Test
    void deleteKeepsKeysExactly() {
        DeleteRequest request = DeleteRequest.read(utf8("\ufeff<?xml version=\"1.0\"?>\n<Delete" + NS + ">\n"
                + "<Object><Key> a&#x1;&amp;/../b </Key></Object>\n"
                + "<Object><Key>k</Key><VersionId>null</VersionId><ETag>\"t\"</ETag></Object>"
                + "<Quiet>true</Quiet></Delete>"));

        assertThat(request.isQuiet()).isTrue();
        assertThat(request.entries())
                .containsExactly(
                        new DeleteRequest.Entry(new ObjectKey(" a\u0001&/../b "), null, null),
                        new DeleteRequest.Entry(new ObjectKey("k"), VersionId.NULL, new ETag("t")));
    }

    @Test
    void deleteTakesOneThousandObjectsAndNoMore() {
        assertThat(DeleteRequest.read(utf8(delete(1000))).entries()).hasSize(1000);
        assertCode(() -> DeleteRequest.read(utf8(delete(1001))), S3ErrorCode.MALFORMED_XML);
        assertCode(() -> DeleteRequest.read(utf8(delete(0))), S3ErrorCode.MALFORMED_XML);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Delete><Object/></Delete>",
                "<Delete><Object><Key></Key></Object></Delete>",
                "<Delete><Object><Key>k</Key><Other/></Object></Delete>",
                "<Delete><Object><Key>k</Key></Object><Quiet>maybe</Quiet></Delete>",
                "<Delete>text<Object><Key>k</Key></Object></Delete>",
                "<!DOCTYPE Delete [<!ENTITY k 'x'>]><Delete><Object><Key>&k;</Key></Object></Delete>",
                "<Delete><Object><Key>k</Key></Object></Delete><Delete/>",
                "<Delete><Object><Key>k</Key><Key>k</Key></Object></Delete>",
                "<Delete><Object><Key>k</Key><VersionId>a</VersionId><VersionId>b</VersionId></Object></Delete>",
                "<Delete><Object><Key>k</Key></Object><Quiet>true</Quiet><Quiet>false</Quiet></Delete>",
                "not xml"
            })
    void malformedDeleteIsRefused(String body) {
        assertCode(() -> DeleteRequest.read(utf8(body)), S3ErrorCode.MALFORMED_XML);
    }

    @Test
    void conditionOfDirectoryBucketsIsNotDropped() {
        assertCode(
                () -> DeleteRequest.read(utf8("<Delete><Object><Key>k</Key><Size>1</Size></Object></Delete>")),
                S3ErrorCode.NOT_IMPLEMENTED);
    }

    @Test
    void completionVariantsMeanTheSame() {
        List<CompleteMultipartUploadRequest.Part> parts = List.of(
                new CompleteMultipartUploadRequest.Part(new PartNumber(1), new ETag("abc"), Map.of()),
                new CompleteMultipartUploadRequest.Part(
                        new PartNumber(3), new ETag("def"), Map.of("ChecksumCRC32", "AAAA==")));

        for (String namespace : List.of("", NS)) {
            for (String quote : List.of("", "\"", "&quot;", "&#34;")) {
                for (String space : List.of("", "\n  ", "\r\n\t")) {
                    for (String start : List.of("", "\ufeff", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) {
                        String body = start + "<CompleteMultipartUpload" + namespace + ">" + space + "<Part>" + space
                                + "<PartNumber>1</PartNumber>" + space + "<ETag>" + quote + "abc" + quote + "</ETag>"
                                + space + "</Part>" + space + "<Part><ETag>" + quote + "def" + quote + "</ETag>"
                                + "<ChecksumCRC32>AAAA==</ChecksumCRC32><PartNumber> 3 </PartNumber></Part>" + space
                                + "</CompleteMultipartUpload>" + space;

                        assertThat(CompleteMultipartUploadRequest.read(utf8(body))
                                        .parts())
                                .isEqualTo(parts);
                    }
                }
            }
        }
    }

    @Test
    void completionTakesTenThousandParts() {
        assertThat(CompleteMultipartUploadRequest.read(utf8(complete(10_000))).parts())
                .hasSize(10_000);
        assertCode(() -> CompleteMultipartUploadRequest.read(utf8(complete(10_001))), S3ErrorCode.MALFORMED_XML);
        assertCode(() -> CompleteMultipartUploadRequest.read(utf8(complete(0))), S3ErrorCode.MALFORMED_XML);
    }

    @Test
    void partsMustNotDescend() {
        String descending = complete(2).replace("</CompleteMultipartUpload>", part(1) + "</CompleteMultipartUpload>");
        String twice = complete(1).replace("</CompleteMultipartUpload>", part(1) + "</CompleteMultipartUpload>");

        assertCode(() -> CompleteMultipartUploadRequest.read(utf8(descending)), S3ErrorCode.INVALID_PART_ORDER);
        assertThat(CompleteMultipartUploadRequest.read(utf8(twice)).parts()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<PartNumber>1</PartNumber>",
                "<ETag>a</ETag>",
                "<PartNumber>0</PartNumber><ETag>a</ETag>",
                "<PartNumber>x</PartNumber><ETag>a</ETag>",
                "<PartNumber>1</PartNumber><ETag></ETag>",
                "<PartNumber>1</PartNumber><ETag>a</ETag><Other/>",
                "<PartNumber>1</PartNumber><ETag>a</ETag><ChecksumFOO>a</ChecksumFOO>",
                "<PartNumber>1</PartNumber><PartNumber>2</PartNumber><ETag>a</ETag>",
                "<PartNumber>1</PartNumber><ETag>a</ETag><ETag>b</ETag>",
                "<PartNumber>1</PartNumber><ETag>a</ETag><ChecksumCRC32>a</ChecksumCRC32><ChecksumCRC32>"
                        + "b</ChecksumCRC32>"
            })
    void malformedPartIsRefused(String part) {
        String body = "<CompleteMultipartUpload><Part>" + part + "</Part></CompleteMultipartUpload>";

        assertCode(() -> CompleteMultipartUploadRequest.read(utf8(body)), S3ErrorCode.MALFORMED_XML);
    }

    @Property(tries = 300)
    void taggingIsReadAsItWasWritten(@ForAll String key, @ForAll String value) {
        String cleanKey = xmlText(key, 127) + "k";
        String cleanValue = xmlText(value, 256);
        Tagging tagging = new Tagging(List.of(new Tagging.Tag(cleanKey, cleanValue), new Tagging.Tag("", "")));

        byte[] body = new Tagging(tagging.tags().subList(0, 1)).toBytes();

        assertThat(Tagging.readAsIs(body).tags()).isEqualTo(tagging.tags().subList(0, 1));
    }

    @Test
    void taggingLimitsAreKept() {
        assertThat(Tagging.read(tags(10, "k"), 10).tags()).hasSize(10);
        assertThat(Tagging.read(utf8("<Tagging><TagSet/></Tagging>"), 10).tags())
                .isEmpty();
        assertCode(() -> Tagging.read(tags(11, "k"), 10), S3ErrorCode.BAD_REQUEST);
        assertCode(() -> Tagging.read(tags(1, "k".repeat(129)), 10), S3ErrorCode.INVALID_TAG);
        assertCode(() -> Tagging.read(tags(1, ""), 10), S3ErrorCode.INVALID_TAG);
        assertCode(
                () -> Tagging.read(new Tagging(List.of(tag("a", "1"), tag("a", "2"))).toBytes(), 10),
                S3ErrorCode.INVALID_TAG);
        assertCode(
                () -> Tagging.read(new Tagging(List.of(tag("a", "v".repeat(257)))).toBytes(), 10),
                S3ErrorCode.INVALID_TAG);
        assertCode(() -> Tagging.read(utf8("<Tagging/>"), 10), S3ErrorCode.MALFORMED_XML);
    }

    /** A reader that takes the first and one that takes the last would do different things. */
    @Test
    void elementThatMeansOneThingMayNotBeRepeated() {
        assertCode(
                () -> CreateBucketConfiguration.read(
                        utf8("<CreateBucketConfiguration><LocationConstraint>a</LocationConstraint>"
                                + "<LocationConstraint>b</LocationConstraint></CreateBucketConfiguration>")),
                S3ErrorCode.MALFORMED_XML);
        assertCode(
                () -> VersioningConfiguration.read(utf8("<VersioningConfiguration><Status>Enabled</Status>"
                        + "<Status>Suspended</Status></VersioningConfiguration>")),
                S3ErrorCode.MALFORMED_XML);
        assertCode(
                () -> Tagging.readAsIs(utf8(
                        "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value><Value>2</Value></Tag></TagSet></Tagging>")),
                S3ErrorCode.MALFORMED_XML);
    }

    @Test
    void tagsHaveTheCharactersThatAwsTakes() {
        byte[] good = new Tagging(List.of(tag("Größe 1_.:/=+-@", "ключ 値 ٣"))).toBytes();
        assertThat(Tagging.read(good, 10).tags()).hasSize(1);
        for (Tagging.Tag bad : List.of(tag("a*b", ""), tag("user!name", ""), tag("a", "b&c"), tag("aws:a", ""))) {
            assertCode(() -> Tagging.read(new Tagging(List.of(bad)).toBytes(), 10), S3ErrorCode.INVALID_TAG);
        }
    }

    @Test
    void ownershipControlsAreReadAsTheyWereWritten() {
        for (ObjectOwnership ownership : ObjectOwnership.values()) {
            OwnershipControls controls = new OwnershipControls(ownership);

            assertThat(OwnershipControls.read(controls.toBytes())).isEqualTo(controls);
        }
        String rule = "<Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>";
        for (String content : List.of("", "<Rule/>", rule + rule, rule.replace("ObjectWriter", "Nobody"))) {
            assertCode(
                    () -> OwnershipControls.read(utf8("<OwnershipControls>" + content + "</OwnershipControls>")),
                    S3ErrorCode.MALFORMED_XML);
        }
    }

    @Test
    void publicAccessBlockIsReadAsItWasWritten() {
        PublicAccessBlock block = new PublicAccessBlock(true, false, true, false);

        assertThat(PublicAccessBlock.read(block.toBytes())).isEqualTo(block);
        assertThat(PublicAccessBlock.read(
                        utf8("<PublicAccessBlockConfiguration><IgnorePublicAcls>TRUE</IgnorePublicAcls>"
                                + "</PublicAccessBlockConfiguration>")))
                .isEqualTo(new PublicAccessBlock(false, true, false, false));
        assertCode(
                () -> PublicAccessBlock.read(utf8("<PublicAccessBlockConfiguration><BlockPublicAcls>maybe"
                        + "</BlockPublicAcls></PublicAccessBlockConfiguration>")),
                S3ErrorCode.MALFORMED_XML);
    }

    @Test
    void versioningIsReadAsItWasWritten() {
        for (VersioningConfiguration.Status status : VersioningConfiguration.Status.values()) {
            VersioningConfiguration configuration = new VersioningConfiguration(status, false);

            assertThat(VersioningConfiguration.read(configuration.toBytes())).isEqualTo(configuration);
        }
        byte[] never = new VersioningConfiguration(null, null).toBytes();
        assertCode(() -> VersioningConfiguration.read(never), S3ErrorCode.ILLEGAL_VERSIONING_CONFIGURATION_EXCEPTION);
        assertCode(
                () -> VersioningConfiguration.read(
                        utf8("<VersioningConfiguration><Status>On</Status></VersioningConfiguration>")),
                S3ErrorCode.MALFORMED_XML);
    }

    @Property(tries = 300)
    void anyBodyIsReadOrRefused(@ForAll byte[] body) {
        for (ThrowingCallable reader : List.<ThrowingCallable>of(
                () -> CreateBucketConfiguration.read(body),
                () -> DeleteRequest.read(body),
                () -> CompleteMultipartUploadRequest.read(body),
                () -> Tagging.read(body, 10),
                () -> VersioningConfiguration.read(body))) {
            try {
                reader.call();
            } catch (Throwable refused) {
                assertThat(refused).isInstanceOf(S3ErrorException.class);
            }
        }
    }

    private static Tagging.Tag tag(String key, String value) {
        return new Tagging.Tag(key, value);
    }

    private static byte[] tags(int count, String key) {
        return new Tagging(IntStream.range(0, count)
                        .mapToObj(i -> tag(count == 1 ? key : key + i, "v"))
                        .toList())
                .toBytes();
    }

    private static String delete(int count) {
        XmlWriter xml = new XmlWriter().start("Delete");
        for (int i = 0; i < count; i++) {
            xml.start("Object").element("Key", "k" + i).end();
        }
        return new String(xml.end().toBytes(), StandardCharsets.UTF_8);
    }

    private static String complete(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(RequestDocumentsTest::part)
                .collect(Collectors.joining("\n  ", "<CompleteMultipartUpload>", "</CompleteMultipartUpload>"));
    }

    private static String part(int number) {
        return "<Part>\n  <PartNumber>" + number
                + "</PartNumber>\n  <ETag>\"d41d8cd98f00b204e9800998ecf8427e\"</ETag>\n"
                + "  <ChecksumSHA256>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</ChecksumSHA256>\n</Part>";
    }

    private static String xmlText(String text, int maxCodePoints) {
        StringBuilder clean = new StringBuilder();
        text.codePoints()
                .filter(c -> c != 0 && (c < 0xd800 || c > 0xdfff) && c != 0xfffe && c != 0xffff)
                .limit(maxCodePoints)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static void assertCode(ThrowingCallable call, S3ErrorCode code) {
        assertThatExceptionOfType(S3ErrorException.class)
                .isThrownBy(call)
                .satisfies(thrown -> assertThat(thrown.error().code()).isEqualTo(code));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
