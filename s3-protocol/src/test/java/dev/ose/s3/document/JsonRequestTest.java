package dev.ose.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.DeletionScope;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRequestTest {

    private static final BucketName BUCKET = new BucketName("photos");
    private static final ObjectKey KEY = new ObjectKey("k");
    private static final S3Operation TAGS = setting(BucketSubresource.Action.PUT_BUCKET_TAGGING);
    private static final S3Operation ACL = setting(BucketSubresource.Action.PUT_BUCKET_ACL);
    private static final S3Operation DELETION = new BucketOperation.DeleteObjects(BUCKET, false);
    private static final S3Operation CREATION = new BucketOperation.CreateBucket(BUCKET, false);

    private static S3Operation setting(BucketSubresource.Action action) {
        return new BucketSubresource(BUCKET, action, null);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] xml(S3Operation operation, String json) {
        return JsonRequest.of(operation).orElseThrow().toXml(utf8(json));
    }

    private static String text(S3Operation operation, String json) {
        String xml = new String(xml(operation, json), StandardCharsets.UTF_8);
        return xml.substring(xml.indexOf('\n') + 1).replace(" xmlns=\"" + Documents.NAMESPACE + "\"", "");
    }

    private static void assertRefused(S3Operation operation, String json, S3ErrorCode code) {
        assertThatThrownBy(() -> xml(operation, json)).isInstanceOfSatisfying(S3ErrorException.class, refused -> {
            assertThat(refused.error().code()).isEqualTo(code);
        });
    }

    @Test
    void tagsAreReadAsIfTheyHadComeInXml() {
        Tagging read = Tagging.read(
                xml(TAGS, "{\"tagSets\":[{\"tags\":[{\"value\":\"v+=:/\",\"key\":\" k\"}]}]}"),
                Tagging.MAX_BUCKET_TAGS);

        assertThat(read.tags()).containsExactly(new Tagging.Tag(" k", "v+=:/"));
    }

    @Test
    void granteesHaveTheirKinds() {
        assertThat(text(
                        ACL,
                        "{\"owner\":{\"id\":\"o\"},\"grants\":[{\"grantee\":{\"id\":\"u\"},\"permission\":\"READ\"},"
                                + "{\"grantee\":{\"uri\":\"g\"},\"permission\":\"WRITE\"},"
                                + "{\"grantee\":{\"id\":\"|anonymous\"},\"permission\":\"READ\"}]}"))
                .isEqualTo("<AccessControlPolicy><Owner><ID>o</ID></Owner><AccessControlList><Grant>"
                        + typed("CanonicalUser", "<ID>u</ID>") + "<Permission>READ</Permission></Grant><Grant>"
                        + typed("Group", "<URI>g</URI>") + "<Permission>WRITE</Permission></Grant><Grant>"
                        + typed("Group", "<URI>http://acs.amazonaws.com/groups/global/AllUsers</URI>")
                        + "<Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>");
    }

    private static String typed(String kind, String name) {
        return "<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"" + kind + "\">" + name
                + "</Grantee>";
    }

    @Test
    void objectsToDeleteAreNamed() {
        DeleteRequest read = DeleteRequest.read(xml(
                DELETION,
                "{\"quiet\":true,\"removeAll\":false,\"objects\":[{\"key\":\"a\",\"versionId\":\"1\"},"
                        + "{\"key\":\"b\",\"etag\":\"e\"}]}"));

        assertThat(read.isQuiet()).isTrue();
        assertThat(read.entries()).extracting(entry -> entry.key().value()).containsExactly("a", "b");
        assertThat(read.entries().getLast().ifMatch()).hasToString("\"e\"");
    }

    @Test
    void bucketMayBeNamedAgainButNotAnotherOne() {
        assertThat(CreateBucketConfiguration.read(xml(CREATION, "{\"name\":\"photos\",\"locationConstraint\":\"eu\"}"))
                        .locationConstraint())
                .isEqualTo("eu");
        assertRefused(CREATION, "{\"name\":\"other\"}", S3ErrorCode.MALFORMED_JSON);
    }

    @Test
    void newBucketGetsTheTagsOfItsDocument() {
        CreateBucketConfiguration read = CreateBucketConfiguration.read(
                xml(CREATION, "{\"locationConstraint\":\"eu\",\"tags\":[{\"key\":\"team\",\"value\":\"red\"}]}"));

        assertThat(read.locationConstraint()).isEqualTo("eu");
        assertThat(read.tags().tags()).containsExactly(new Tagging.Tag("team", "red"));
        assertRefused(CREATION, "{\"tags\":[{\"key\":\"team\",\"colour\":\"red\"}]}", S3ErrorCode.MALFORMED_JSON);
    }

    @Test
    void deletionMayReachBeyondItsObjects() {
        DeleteRequest everything = DeleteRequest.read(xml(DELETION, "{\"removeAll\":true,\"tryAsync\":true}"));
        DeleteRequest versions =
                DeleteRequest.read(xml(DELETION, "{\"objects\":[{\"key\":\"a\"}],\"deleteVersion\":true}"));

        assertThat(everything.entries()).isEmpty();
        assertThat(everything.scope()).isEqualTo(new DeletionScope(false, true, false, true));
        assertThat(versions.entries()).hasSize(1);
        assertThat(versions.scope()).isEqualTo(new DeletionScope(false, false, true, false));
    }

    /** Either would be a reader's choice between one object and all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"removeAll\":true,\"objects\":[{\"key\":\"a\"}]}",
                "{\"removeAll\":false}",
                "{\"deleteVersion\":true}",
                "{}"
            })
    void objectsAreNamedUnlessEverythingIsRemoved(String document) {
        byte[] read = xml(DELETION, document);

        assertThatThrownBy(() -> DeleteRequest.read(read))
                .isInstanceOfSatisfying(
                        S3ErrorException.class,
                        e -> assertThat(e.error().code()).isEqualTo(S3ErrorCode.MALFORMED_XML));
    }

    @ParameterizedTest
    @ValueSource(strings = {"removeAll", "deleteVersion", "tryAsync"})
    void scopeOfADeletionIsYesOrNo(String option) {
        assertRefused(DELETION, "{\"objects\":[{\"key\":\"a\"}],\"" + option + "\":1}", S3ErrorCode.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{",
                "{\"tagSets\":{}}",
                "{\"tagSets\":[1]}",
                "{\"tagSets\":[{\"tags\":[{\"key\":1}]}]}",
                "{\"tagSets\":[{\"tags\":[{\"key\":\"k\",\"value\":\"v\",\"other\":\"\"}]}]}",
                "{\"tagSets\":[],\"tagSets\":[]}",
                "{\"tagSets\":[]}{}",
                "{\"TagSet\":[]}",
                "{\"tagSets\":[null]}",
                "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]"
            })
    void whatIsNotOfItsShapeIsRefused(String json) {
        assertRefused(TAGS, json, S3ErrorCode.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"a\",\"uri\":\"b\"}", "{\"displayName\":\"a\"}"})
    void granteeIsOfOneKind(String grantee) {
        String json = "{\"grants\":[{\"grantee\":" + grantee + "}]}";

        assertRefused(ACL, json, S3ErrorCode.MALFORMED_JSON);
    }

    @Test
    void documentThatIsTooLongIsRefusedUnread() {
        assertRefused(TAGS, " ".repeat(64 * 1024) + "{\"tagSets\":[]}", S3ErrorCode.MALFORMED_JSON);
        assertThat(xml(DELETION, " ".repeat(64 * 1024) + "{\"objects\":[]}")).isNotEmpty();
    }

    /** A few bytes each, and ten times as much as objects. */
    @Test
    void documentOfTooManyValuesIsRefused() {
        assertRefused(DELETION, "{\"objects\":[" + "{},".repeat(20_000) + "{}]}", S3ErrorCode.MALFORMED_JSON);
        String thousand = "{\"key\":\"k\",\"versionId\":\"v\"},".repeat(999) + "{\"key\":\"k\"}";
        assertThat(xml(DELETION, "{\"objects\":[" + thousand + "]}")).isNotEmpty();
    }

    @Test
    void policiesAndObjectsAreLeftAlone() {
        assertThat(JsonRequest.of(setting(BucketSubresource.Action.PUT_BUCKET_POLICY)))
                .isEmpty();
        assertThat(JsonRequest.of(new ObjectOperation.PutObject(BUCKET, KEY))).isEmpty();
    }

    /** Any document that was read can be written back. */
    @Property(tries = 500)
    void documentsComeBackAsTheyWere(@ForAll Random random) {
        for (S3Operation operation : operations()) {
            JsonRequest request = JsonRequest.of(operation).orElseThrow();
            JsonValue.Members document = object(request.shape(), random);

            byte[] xml = request.toXml(JsonText.of(document::write));

            byte[] back = JsonAnswer.of(xml).orElseThrow();
            assertThat(plain(JsonTree.read(back))).isEqualTo(plain(document));
        }
    }

    private static List<S3Operation> operations() {
        Stream<S3Operation> settings = Arrays.stream(BucketSubresource.Action.values())
                .filter(action -> !action.isNamed())
                .map(JsonRequestTest::setting);
        Stream<S3Operation> properties = Arrays.stream(ObjectSubresource.Action.values())
                .map(action -> new ObjectSubresource(BUCKET, KEY, action, null));
        List<S3Operation> all = new ArrayList<>(Stream.concat(settings, properties)
                .filter(operation -> JsonRequest.of(operation).isPresent())
                .toList());
        all.addAll(List.of(CREATION, DELETION, new ObjectOperation.PutObjectRetention(BUCKET, KEY, null, false)));
        assertThat(all).hasSize(18);
        return all;
    }

    private static JsonValue.Members object(JsonShape.Fields shape, Random random) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        fill(shape, random, members);
        JsonValue.Members object = new JsonValue.Members();
        members.forEach(object::put);
        return object;
    }

    /** Lists are always there, as they are in answers. */
    private static void fill(JsonShape.Fields shape, Random random, Map<String, JsonValue> members) {
        for (JsonShape.Member member : shape.members().values()) {
            if (member.name().isEmpty() && member.shape() instanceof JsonShape.Fields inner) {
                fill(inner, random, members);
            } else if (member.repeated()) {
                JsonValue.Items items = new JsonValue.Items();
                for (int i = random.nextInt(3); i > 0; i--) {
                    items.add(value(member.shape(), random));
                }
                members.put(member.name(), items);
            } else if (random.nextBoolean()) {
                members.put(member.name(), value(member.shape(), random));
            }
        }
    }

    private static JsonValue value(JsonShape shape, Random random) {
        return switch (shape) {
            case JsonShape.Text _ ->
                new JsonValue.Text(text(random, " \t\r\n\u0001<>&\"'\\/aZ\u00e4\u20ac\ud83d\ude00"));
            case JsonShape.Tag _, JsonShape.Only _ -> new JsonValue.Text(text(random, "0af-"));
            case JsonShape.Count _ -> new JsonValue.Count(random.nextLong());
            case JsonShape.Flag _ -> new JsonValue.Flag(random.nextBoolean());
            case JsonShape.Fields inner -> object(inner, random);
            case JsonShape.Kinds(var inner, var kinds) -> {
                JsonValue.Members object = new JsonValue.Members();
                List<String> names = List.copyOf(new TreeMap<>(kinds).keySet());
                object.put(names.get(random.nextInt(names.size())), value(new JsonShape.Text(), random));
                assertThat(inner.members()).isNotEmpty();
                yield object;
            }
        };
    }

    private static String text(Random random, String alphabet) {
        int[] letters = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    /** The same in collections that compare. */
    private static Object plain(JsonValue value) {
        return switch (value) {
            case JsonValue.Members members -> {
                Map<String, Object> map = new TreeMap<>();
                members.names().forEach(name -> map.put(name, plain(found(members, name))));
                yield map;
            }
            case JsonValue.Items items ->
                items.values().stream().map(JsonRequestTest::plain).toList();
            default -> value;
        };
    }

    private static JsonValue found(JsonValue.Members members, String name) {
        JsonValue value = members.find(name);
        return value == null ? new JsonValue.Text("none") : value;
    }
}
