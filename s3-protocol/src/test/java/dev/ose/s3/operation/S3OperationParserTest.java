package dev.ose.s3.operation;

import static dev.ose.s3.operation.Requests.error;
import static dev.ose.s3.operation.Requests.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ByteRange;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3OperationParserTest {

    private static final BucketName BUCKET = new BucketName("bkt");
    private static final ObjectKey KEY = new ObjectKey("k");

    @ParameterizedTest
    @CsvSource({
        "GET /, ListBuckets",
        "GET /?unknown=1, ListBuckets",
        "GET /?all, ListAllBuckets",
        "GET /?shared=, ListSharedBuckets",
        "GET /?filter=name%3D%3Da, ListOwnBuckets",
        "POST /WriteGetObjectResponse, WriteGetObjectResponse",
        "PUT /bkt, CreateBucket",
        "PUT /bkt/, CreateBucket",
        "DELETE /bkt, DeleteBucket",
        "HEAD /bkt, HeadBucket",
        "GET /bkt, ListObjects",
        "GET /bkt?list-type=2, ListObjectsV2",
        "GET /bkt?versions, ListObjectVersions",
        "GET /bkt?uploads, ListMultipartUploads",
        "POST /bkt?delete, DeleteObjects",
        "GET /bkt?session, CreateSession",
        "GET /bkt?location, GetBucketLocation",
        "GET /bkt?acl=, GetBucketAcl",
        "PUT /bkt?policy, PutBucketPolicy",
        "GET /bkt?metrics, ListBucketMetricsConfigurations",
        "GET /bkt?metrics&id=m, GetBucketMetricsConfiguration",
        "DELETE /bkt?lifecycle, DeleteBucketLifecycle",
        "POST /bkt?metadataTable, CreateBucketMetadataTableConfiguration",
        "GET /bkt/k, GetObject",
        "HEAD /bkt/k, HeadObject",
        "PUT /bkt/k, PutObject",
        "DELETE /bkt/k, DeleteObject",
        "DELETE /bkt/k?folder=false&delete-version=false, DeleteObject",
        "POST /bkt/k?uploads, CreateMultipartUpload",
        "PUT /bkt/k?uploadId=u&partNumber=1, UploadPart",
        "POST /bkt/k?uploadId=u, CompleteMultipartUpload",
        "DELETE /bkt/k?uploadId=u, AbortMultipartUpload",
        "GET /bkt/k?uploadId=u, ListParts",
        "GET /bkt/k?acl, GetObjectAcl",
        "PUT /bkt/k?legal-hold, PutObjectLegalHold",
        "PUT /bkt/k?retention, PutObjectRetention",
        "GET /bkt/k?retention, GetObjectRetention",
        "DELETE /bkt/k?tagging, DeleteObjectTagging",
        "POST /bkt/k?restore, RestoreObject",
        "POST /bkt/k?select&select-type=2, SelectObjectContent",
        "GET /bkt/k?torrent, GetObjectTorrent",
        "PUT /bkt/k?encryption, UpdateObjectEncryption",
        "GET /bkt/k?x-id=GetObject&unknown=1, GetObject"
    })
    void requestLineNamesItsAction(String line, String action) {
        assertThat(operation(line).name()).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE /bkt/k?versionId=v, if-unmodified-since, 'Sun, 01 Jan 2006 00:00:00 GMT'",
        "DELETE /bkt/k, if-modified-since, 'Sun, 01 Jan 2006 00:00:00 GMT'",
        "PUT /bkt/k, if-unmodified-since, 'Sun, 01 Jan 2006 00:00:00 GMT'",
        "PUT /bkt/k, content-range, bytes 0-4/10",
        "PUT /bkt/k?uploadId=u&partNumber=1, content-range, bytes 0-4/10",
        "PUT /bkt/k?uploadId=u&partNumber=1, if-match, a",
        "PUT /bkt/k?uploadId=u&partNumber=1, if-none-match, *",
        "PUT /bkt/k?uploadId=u&partNumber=1, if-unmodified-since, 'Sun, 01 Jan 2006 00:00:00 GMT'",
        "POST /bkt/k?uploads, if-none-match, *",
        "POST /bkt/k?uploadId=u, if-modified-since, 'Sun, 01 Jan 2006 00:00:00 GMT'"
    })
    void conditionOfAWriteThatIsNotOfferedIsNamed(String line, String header, String value) {
        S3Error error = error(line, header, value);

        assertThat(error.code()).isEqualTo(S3ErrorCode.NOT_IMPLEMENTED);
        assertThat(error.details()).containsEntry("Header", header);
    }

    @ParameterizedTest
    @MethodSource("known")
    void parameterThatMeansSomethingMayNotBeRepeated(String name) {
        for (String line : List.of("GET /bkt/k?", "PUT /bkt/k?", "DELETE /bkt?", "POST /bkt?", "GET /?")) {
            S3Error error = error(line + name + "=1&x=y&" + name + "=1", "content-type", "multipart/form-data");

            assertThat(error.code()).isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
            assertThat(error.details()).containsEntry("ArgumentName", name);
        }
    }

    static Stream<String> known() {
        return Stream.concat(
                Selectors.ALL.stream(),
                Stream.of(
                        "continuation-token",
                        "delimiter",
                        "id",
                        "key-marker",
                        "list-type",
                        "marker",
                        "max-buckets",
                        "max-keys",
                        "overwrite",
                        "partNumber",
                        "prefix",
                        "response-content-type",
                        "start-after",
                        "upload-id-marker",
                        "uploadId",
                        "version-id-marker",
                        "versionId"));
    }

    @Test
    void parameterThatMeansNothingMayBeRepeated() {
        assertThat(operation("GET /bkt/k?x-id=GetObject&x-id=GetObject&_=1&_=2").name())
                .isEqualTo("GetObject");
    }

    @ParameterizedTest
    @ValueSource(strings = {"versionId=v", "uploadId=u&partNumber=1", "prefix=p", "overwrite=false"})
    void formTakesNoParameters(String query) {
        assertThat(operation("POST /bkt?x-id=1", "content-type", "multipart/form-data; boundary=b")
                        .name())
                .isEqualTo("PostObject");
        assertThat(error("POST /bkt?" + query, "content-type", "multipart/form-data; boundary=b")
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void bucketsAreFoundByMoreThanS3Has() {
        assertThat(operation("GET /?all&filter=owner%3D%3Dann&order=usedBytes+desc&offset=20&limit=10"))
                .isEqualTo(new ServiceOperation.FindBuckets(
                        ServiceOperation.Whose.ALL, "owner==ann", "usedBytes", true, 20, 10));
        assertThat(operation("GET /?order=name"))
                .isEqualTo(new ServiceOperation.FindBuckets(ServiceOperation.Whose.OWN, "", "name", false, 0, 100));
    }

    @ParameterizedTest
    @EnumSource
    void everyBucketSettingIsReached(BucketSubresource.Action action) {
        String id = action.isNamed() ? "&id=c1" : "";

        S3Operation parsed = operation(action.method() + " /bkt?" + action.selector() + id);

        assertThat(parsed).isEqualTo(new BucketSubresource(BUCKET, action, action.isNamed() ? "c1" : null));
        assertThat(parsed.name()).isEqualTo(action.actionName());
        assertThat(parsed.isWrite()).isEqualTo(action.method() != S3Method.GET);
    }

    @ParameterizedTest
    @EnumSource
    void everyObjectPropertyIsReached(ObjectSubresource.Action action) {
        S3Operation parsed = operation(action.method() + " /bkt/k?versionId=v&" + action.selector());

        assertThat(parsed).isEqualTo(new ObjectSubresource(BUCKET, KEY, action, new VersionId("v")));
        assertThat(parsed.name()).isEqualTo(action.actionName());
    }

    @ParameterizedTest
    @CsvSource({
        "PATCH /bkt/k, MethodNotAllowed",
        "get /bkt/k, MethodNotAllowed",
        "PUT /, MethodNotAllowed",
        "DELETE /, MethodNotAllowed",
        "GET /WriteGetObjectResponse, MethodNotAllowed",
        "DELETE /bkt?acl, MethodNotAllowed",
        "HEAD /bkt?policy, MethodNotAllowed",
        "PUT /bkt?versions, MethodNotAllowed",
        "PUT /bkt?delete, MethodNotAllowed",
        "GET /bkt?torrent, MethodNotAllowed",
        "POST /bkt/k?acl, MethodNotAllowed",
        "PUT /bkt/k?policy, MethodNotAllowed",
        "DELETE /bkt/k?retention, MethodNotAllowed",
        "GET /bkt/k?logging, NoLoggingStatusForKey",
        "POST /bkt/k, MethodNotAllowed",
        "PUT /bkt?uploadId=u&partNumber=1, MethodNotAllowed",
        "DELETE /bkt/?versionId=v, MethodNotAllowed",
        "POST /bkt, PreconditionFailed",
        "GET /bkt?acl&policy, InvalidArgument",
        "GET /bkt/k?versionId=a&versionId=b, InvalidArgument",
        "PUT /bkt/k?uploadId=u&partNumber=1&uploadId=v, InvalidArgument",
        "GET /bkt?prefix=mine/&prefix=, InvalidArgument",
        "PUT /bkt?metrics, InvalidArgument",
        "GET /bkt?max-keys=-1, InvalidArgument",
        "GET /bkt?max-keys=+1, InvalidArgument",
        "GET /bkt?max-keys=x, InvalidArgument",
        "GET /bkt?max-keys=2147483648, InvalidArgument",
        "GET /bkt?encoding-type=base64, InvalidArgument",
        "GET /bkt?list-type=3, InvalidArgument",
        "GET /bkt?versions&version-id-marker=v, InvalidArgument",
        "GET /?max-buckets=0, InvalidArgument",
        "GET /?max-buckets=10001, InvalidArgument",
        "GET /?all&shared, InvalidArgument",
        "GET /?limit=0, InvalidArgument",
        "GET /?limit=1001, InvalidArgument",
        "GET /?offset=x, InvalidArgument",
        "GET /?order=name%20SIDEWAYS, InvalidArgument",
        "GET /?all&continuation-token=t, InvalidArgument",
        "GET /bkt/k?versionId=, InvalidArgument",
        "GET /bkt/k?versionId=a%20b, InvalidArgument",
        "GET /bkt/k?partNumber=0, InvalidArgument",
        "PUT /bkt/k?versionId=v, InvalidArgument",
        "PUT /bkt/k?partNumber=1, InvalidArgument",
        "PUT /bkt/k?uploadId=u, InvalidArgument",
        "PUT /bkt/k?uploadId=u&partNumber=10001, InvalidArgument",
        "GET /bkt/k?uploadId=, NoSuchUpload",
        "GET /bkt/k?response-content-type=a%0d%0ab, InvalidArgument",
        "GET /bkt/k?attributes, InvalidRequest",
        "DELETE /bkt/k?include-descendants=true, InvalidArgument",
        "DELETE /bkt/k?folder&versionId=v, InvalidArgument",
        "DELETE /bkt/k?delete-version&versionId=v, InvalidArgument",
        "DELETE /bkt/k?try-async=yes, InvalidArgument",
        "OPTIONS /bkt/k, BadRequest",
        "GET /Bkt/k, InvalidBucketName",
        "GET /b%2Fk, InvalidBucketName",
        "GET /bkt/%zz, InvalidURI",
        "GET /bkt/%C0%AE, InvalidURI",
        "GET /bkt/a%00b, InvalidURI",
        "GET /bkt/k?prefix=%zz, InvalidURI",
        "GET /bkt/k#x, InvalidURI",
        "GET bkt/k, InvalidURI"
    })
    void badRequestIsRefusedByItsCode(String line, String code) {
        assertThat(error(line).code().code()).isEqualTo(code);
    }

    @Test
    void keyOver1024BytesIsTooLong() {
        assertThat(error("GET /bkt/" + "%E2%82%AC".repeat(342)).code()).isEqualTo(S3ErrorCode.KEY_TOO_LONG_ERROR);
    }

    @Test
    void listingArgumentsAreTyped() {
        assertThat(operation("GET /bkt?prefix=a%2Bb+c&delimiter=/&marker=m&max-keys=5000&encoding-type=url"))
                .isEqualTo(new BucketOperation.ListObjects(
                        BUCKET, new ListingFilter("a+b c", "/", 1000, EncodingType.URL), "m"));
        assertThat(operation("GET /bkt?list-type=2&start-after=s&continuation-token=t&fetch-owner=true&max-keys=0"))
                .isEqualTo(new BucketOperation.ListObjectsV2(
                        BUCKET, new ListingFilter("", "", 0, EncodingType.NONE), "t", "s", true));
        assertThat(operation("GET /bkt?list-type=2&continuation-token="))
                .isEqualTo(new BucketOperation.ListObjectsV2(
                        BUCKET, new ListingFilter("", "", 1000, EncodingType.NONE), null, null, false));
        assertThat(operation("GET /bkt?uploads&key-marker=k&upload-id-marker=u&max-uploads=7"))
                .isEqualTo(new BucketOperation.ListMultipartUploads(
                        BUCKET, new ListingFilter("", "", 7, EncodingType.NONE), "k", new UploadId("u")));
        assertThat(operation("GET /bkt?versions&key-marker=k&version-id-marker=v"))
                .isEqualTo(new BucketOperation.ListObjectVersions(
                        BUCKET, new ListingFilter("", "", 1000, EncodingType.NONE), "k", new VersionId("v")));
        assertThat(operation("GET /bkt/k?uploadId=u&max-parts=2&part-number-marker=9"))
                .isEqualTo(new ObjectOperation.ListParts(BUCKET, KEY, new UploadId("u"), 2, 9));
    }

    @Test
    void readArgumentsAreTyped() {
        assertThat(operation("GET /bkt/k?versionId=v&partNumber=3&response-expires=now"))
                .isEqualTo(new ObjectOperation.GetObject(
                        BUCKET, KEY, new VersionId("v"), new PartNumber(3), Map.of(ResponseOverride.EXPIRES, "now")));
        assertThat(error("GET /bkt/k?partNumber=3", "range", "bytes=0-1").code())
                .isEqualTo(S3ErrorCode.INVALID_REQUEST);
        assertThat(operation("GET /bkt/k?attributes", "x-amz-object-attributes", "ETag, ObjectParts"))
                .isEqualTo(new ObjectOperation.GetObjectAttributes(
                        BUCKET, KEY, null, Set.of(ObjectAttribute.ETAG, ObjectAttribute.OBJECT_PARTS), 1000, 0));
        assertThat(error("GET /bkt/k?attributes", "x-amz-object-attributes", " ")
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_REQUEST);
        assertThat(error("GET /bkt/k?attributes", "x-amz-object-attributes", "Colour")
                        .code())
                .isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void copiesCarryTheirSource() {
        CopySource source = new CopySource(new BucketName("src"), new ObjectKey("a b"), null);

        assertThat(operation("PUT /bkt/k", "x-amz-copy-source", "/src/a%20b"))
                .isEqualTo(new ObjectOperation.CopyObject(BUCKET, KEY, source));
        assertThat(operation(
                        "PUT /bkt/k?uploadId=u&partNumber=1",
                        "x-amz-copy-source",
                        "src/a%20b",
                        "x-amz-copy-source-range",
                        "bytes=0-9"))
                .isEqualTo(new ObjectOperation.UploadPartCopy(
                        BUCKET, KEY, new UploadId("u"), new PartNumber(1), source, new ByteRange(0, 9)));
        assertThat(error("PUT /bkt/k", "x-amz-copy-source", "").code()).isEqualTo(S3ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void governanceBypassIsPartOfTheOperation() {
        assertThat(operation("DELETE /bkt/k?versionId=v", "x-amz-bypass-governance-retention", "true"))
                .isEqualTo(new ObjectOperation.DeleteObject(BUCKET, KEY, new VersionId("v"), true));
        assertThat(operation("POST /bkt?delete")).isEqualTo(new BucketOperation.DeleteObjects(BUCKET, false));
    }

    @Test
    void deletionOfAFolderIsThatOfItsOwnKey() {
        ObjectKey folder = new ObjectKey("k/");

        assertThat(operation("DELETE /bkt/k?folder=true&include-descendants=true&try-async=true"))
                .isEqualTo(new ObjectOperation.DeleteObject(
                        BUCKET, folder, null, false, new DeletionScope(true, true, false, true)));
        assertThat(operation("DELETE /bkt/k/?folder"))
                .isEqualTo(new ObjectOperation.DeleteObject(
                        BUCKET, folder, null, false, new DeletionScope(true, false, false, false)));
        assertThat(operation("DELETE /bkt/k?folder=false&include-descendants=false"))
                .isEqualTo(new ObjectOperation.DeleteObject(BUCKET, KEY, null, false));
        assertThat(error("DELETE /bkt/k?delete-version=true", "x-amz-bypass-governance-retention", "true")
                        .code())
                .isEqualTo(S3ErrorCode.NOT_IMPLEMENTED);
        assertThat(error("DELETE /bkt/" + "k".repeat(1024) + "?folder").code())
                .isEqualTo(S3ErrorCode.KEY_TOO_LONG_ERROR);
    }

    @Test
    void preflightIsAQuestion() {
        assertThat(operation("OPTIONS /bkt/k?acl", "origin", "https://a", "access-control-request-method", "PUT"))
                .isEqualTo(new ObjectOperation.ObjectPreflight(
                        BUCKET, KEY, new CorsQuestion("https://a", S3Method.PUT, List.of())));
        assertThat(operation("OPTIONS /bkt", "origin", "https://a", "access-control-request-method", "GET"))
                .isInstanceOf(BucketOperation.BucketPreflight.class);
        assertThat(error("OPTIONS /bkt", "origin", "https://a", "access-control-request-method", "PATCH")
                        .code())
                .isEqualTo(S3ErrorCode.BAD_REQUEST);
    }

    @Test
    void formUploadNeedsItsMediaType() {
        assertThat(operation("POST /bkt", "content-type", "multipart/form-data; boundary=x"))
                .isEqualTo(new BucketOperation.PostObject(BUCKET));
    }

    @Test
    void renameTakesItsSourceFromTheHeader() {
        assertThat(operation("PUT /bkt/k?renameObject", "x-amz-rename-source", "/old%20name"))
                .isEqualTo(new ObjectOperation.RenameObject(BUCKET, KEY, new ObjectKey("old name")));
    }

    @Test
    void plainReadsAndWritesAreToldApart() {
        assertThat(operation("GET /bkt/k").isWrite()).isFalse();
        assertThat(operation("PUT /bkt/k").isWrite()).isTrue();
        assertThat(operation("HEAD /bkt").isWrite()).isFalse();
        assertThat(operation("DELETE /bkt").isWrite()).isTrue();
        assertThat(operation("GET /").isWrite()).isFalse();
    }
}
