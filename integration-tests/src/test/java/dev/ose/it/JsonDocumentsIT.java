package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Documents that clients send in JSON: done and read back as they were, or refused by code and status with nothing
 * done.
 */
@ExtendWith(Servers.class)
final class JsonDocumentsIT {

    private static final String JSON = "application/json";
    private static final String TAGS = "{\"tagSets\":[{\"tags\":[{\"key\":\"team\",\"value\":\"ä +-=._:/@\"}]}]}";
    private static final String OTHER_TAGS = "{\"tagSets\":[{\"tags\":[{\"key\":\"a\",\"value\":\"b\"}]}]}";

    private final String bucket = '/' + "json-" + UUID.randomUUID();
    private S3Target user;

    @BeforeEach
    void makeBucketWithAnObject(Node node) {
        AdminApi.Account account = node.admin().makeTenant("json-" + UUID.randomUUID());
        user = node.target(Where.HTTP).as(account.accessKey(), account.secretKey());
        put(bucket, "{\"name\":\"" + bucket.substring(1) + "\",\"locationConstraint\":\"\"}");
        Wire.send(user, SignedRequest.of("PUT", bucket + "/k").body("content")).assertStatus(200);
    }

    private WireAnswer send(String method, String target, String json) {
        return Wire.send(
                user,
                SignedRequest.of(method, target)
                        .header("Content-Type", JSON)
                        .header("Accept", JSON)
                        .header("Content-MD5", Checksums.md5(json.getBytes(StandardCharsets.UTF_8)))
                        .body(json));
    }

    /** S3 has no body to answer with; some settings it takes with 200, tags of buckets with 204. */
    private void put(String target, String json) {
        WireAnswer answer = send("PUT", target, json);
        assertThat(answer.status()).as(answer.text()).isBetween(200, 204);
    }

    private WireAnswer get(String target) {
        return Wire.send(user, SignedRequest.of("GET", target).header("Accept", JSON));
    }

    private static JsonNode tree(String json) {
        return JsonMapper.shared().readTree(json);
    }

    private static void assertRefused(WireAnswer answer, int status, String code) {
        answer.assertStatus(status);
        assertThat(answer.header("content-type")).isEqualTo(JSON);
        JsonNode error = tree(answer.text());
        assertThat(error.required("code").asString()).isEqualTo(code);
        assertThat(error.required("requestId").asString()).isEqualTo(answer.header("x-amz-request-id"));
    }

    /** Stored completely or refused, and returned under the same names. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "?tagging     ; " + TAGS,
                "/k?tagging   ; " + TAGS,
                "?versioning  ; {\"status\":\"Enabled\"}",
                "?cors        ; {\"corsRules\":[{\"id\":\"r\",\"allowedMethods\":[\"GET\",\"PUT\"],"
                        + "\"allowedOrigins\":[\"https://shop.example.com\"],\"allowedHeaders\":[\"x-*\"],"
                        + "\"exposeHeaders\":[\"ETag\"],\"maxAgeSeconds\":30}]}",
                "?encryption  ; {\"rules\":[{\"applyServerSideEncryptionByDefault\":{\"sseAlgorithm\":\"AES256\"},"
                        + "\"bucketKeyEnabled\":true}]}"
            })
    void settingIsReadAsItWasSent(String what, String document) {
        put(bucket + what, document);

        WireAnswer read = get(bucket + what);
        assertThat(read.header("content-type")).isEqualTo(JSON);
        assertThat(tree(read.text())).isEqualTo(tree(document));
    }

    @Test
    void settingOfJsonIsReadInXml() {
        put(bucket + "?tagging", TAGS);

        WireAnswer read = Wire.send(user, SignedRequest.of("GET", bucket + "?tagging"));
        assertThat(read.header("content-type")).isEqualTo("application/xml");
        assertThat(read.element("Key") + '=' + read.element("Value")).isEqualTo("team=ä +-=._:/@");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}{}",
                "{\"tagSets\":{}}",
                "{\"tagSets\":[],\"tagSets\":[]}",
                "{\"TagSet\":[]}",
                "{\"tagSets\":[{\"tags\":[{\"key\":1,\"value\":\"v\"}]}]}"
            })
    void documentOfAnotherShapeChangesNothing(String document) {
        put(bucket + "?tagging", OTHER_TAGS);

        assertRefused(send("PUT", bucket + "?tagging", document), 400, "MalformedJSON");

        assertThat(tree(get(bucket + "?tagging").text())).isEqualTo(tree(OTHER_TAGS));
    }

    @Test
    void documentThatIsTooLongChangesNothing() {
        assertRefused(send("PUT", bucket + "?tagging", " ".repeat(64 * 1024) + TAGS), 400, "MalformedJSON");

        assertRefused(get(bucket + "?tagging"), 404, "NoSuchTagSet");
    }

    /** The platform of this node supports neither; {@link CephIT} has one that has ACLs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "?acl; 400; AccessControlListNotSupported;"
                        + " {\"grants\":[{\"grantee\":{\"id\":\"|anonymous\"},\"permission\":\"READ\"}]}",
                "?encryption; 501; NotImplemented;"
                        + " {\"rules\":[{\"applyServerSideEncryptionByDefault\":{\"sseAlgorithm\":\"aws:kms\"}}]}"
            })
    void whatThePlatformLacksIsRefusedByName(String what, int status, String code, String document) {
        assertRefused(send("PUT", bucket + what, document), status, code);
    }

    @Test
    void bucketIsMadeWithTheTagsOfItsDocument() {
        String other = bucket + "-tagged";

        put(other, "{\"tags\":[{\"key\":\"team\",\"value\":\"red\"}]}");

        assertThat(tree(get(other + "?tagging").text()))
                .isEqualTo(tree("{\"tagSets\":[{\"tags\":[{\"key\":\"team\",\"value\":\"red\"}]}]}"));
    }

    @Test
    void bucketOfAnotherNameIsNotMade() {
        String other = bucket + "-other";

        assertRefused(send("PUT", other, "{\"name\":\"" + bucket.substring(1) + "\"}"), 400, "MalformedJSON");

        assertRefused(get(other), 404, "NoSuchBucket");
    }

    @Test
    void objectsAreDeletedByName() {
        WireAnswer answer = send("POST", bucket + "?delete", "{\"removeAll\":false,\"objects\":[{\"key\":\"k\"}]}");

        answer.assertStatus(200);
        assertThat(tree(answer.text())).isEqualTo(tree("{\"deleted\":[{\"key\":\"k\"}],\"errors\":[]}"));
        assertRefused(get(bucket + "/k"), 404, "NoSuchKey");
    }

    @Test
    void everythingIsRemovedAtOnceOrByATask() {
        WireAnswer removed = send("POST", bucket + "?delete", "{\"removeAll\":true}");

        removed.assertStatus(200);
        assertThat(tree(removed.text())).isEqualTo(tree("{\"deleted\":[{\"key\":\"k\"}],\"errors\":[]}"));
        WireAnswer task = send("POST", bucket + "?delete", "{\"removeAll\":true,\"tryAsync\":true}");
        task.assertStatus(202);
        assertThat(tree(task.text()).required("status").asString()).isEqualTo("NOT_STARTED");
        assertThat(tree(task.text()).required("resourceKey").asString()).isEqualTo(bucket.substring(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"removeAll\":true,\"objects\":[{\"key\":\"k\"}]}",
                "{\"removeAll\":false}",
                "{\"objects\":[{\"key\":\"k\",\"versionId\":\"null\"}],\"deleteVersion\":true}"
            })
    void ambiguousDeletionDeletesNothing(String document) {
        assertThat(send("POST", bucket + "?delete", document).status()).isEqualTo(400);

        get(bucket + "/k").assertStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"include-descendants=true", "folder=perhaps", "delete-version=true&versionId=null"})
    void ambiguousDeletionOfAnObjectDeletesNothing(String option) {
        assertRefused(send("DELETE", bucket + "/k?" + option, ""), 400, "InvalidArgument");

        get(bucket + "/k").assertStatus(200);
    }

    @Test
    void nothingIsOverwrittenThatMustStay() {
        assertRefused(send("PUT", bucket + "/k?overwrite=false", "{}"), 412, "PreconditionFailed");
        assertRefused(send("PUT", bucket + "/k?overwrite=perhaps", "{}"), 400, "InvalidArgument");
        SignedRequest copy = SignedRequest.of("PUT", bucket + "/copy?overwrite=false")
                .header("Accept", JSON)
                .header("x-amz-copy-source", bucket + "/k");
        assertRefused(Wire.send(user, copy), 501, "NotImplemented");

        assertThat(get(bucket + "/k").text()).isEqualTo("content");
        assertRefused(get(bucket + "/copy"), 404, "NoSuchKey");
        put(bucket + "/new?overwrite=false", "{}");
        assertThat(get(bucket + "/new").text()).isEqualTo("{}");
    }
}
