package dev.ose.s3.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.error.S3ErrorException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostPolicyTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final String LATER = "2026-11-20T12:00:01.000Z";

    private static PostForm form(String... namesAndValues) {
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new PostForm(new FormHead(fields, "cat.jpg", 1), new BucketName("photos"));
    }

    private static PostPolicy policy(String conditions) {
        return parse("{\"expiration\": \"" + LATER + "\", \"conditions\": [{\"bucket\": \"photos\"}"
                + (conditions.isEmpty() ? "" : ", " + conditions) + "]}");
    }

    private static PostPolicy parse(String json) {
        return PostPolicy.parse(Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void conditionsOnEveryFieldAllowTheForm() {
        PostPolicy policy = policy("[\"starts-with\", \"$key\", \"user/\"], {\"ACL\": \"private\"},"
                + "[\"Starts-With\", \"$Content-Type\", \"image/\"], [\"eq\", \"$x-amz-meta-a\", \"1\"],"
                + "[\"starts-with\", \"$x-amz-meta-b\", \"\"]");

        assertThatCode(() -> policy.require(
                        form(
                                "key", "user/${filename}",
                                "acl", "private",
                                "content-type", "image/png, image/jpeg",
                                "x-amz-meta-a", "1",
                                "x-amz-meta-b", "anything",
                                "x-ignore-c", "free",
                                "policy", "itself",
                                "x-amz-signature", "its signature"),
                        NOW))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key|other/k|Policy Condition failed: [\"starts-with\", \"$key\", \"user/\"]",
                "acl|public-read|Policy Condition failed: [\"eq\", \"$acl\", \"private\"]",
                "content-type|image/png,text/html|Policy Condition failed: [\"starts-with\", \"$content-type\","
                        + " \"image/\"]",
                "x-amz-meta-more|1|Extra input fields: x-amz-meta-more"
            })
    void fieldThatBreaksThePolicyIsRefused(String name, String value, String why) {
        PostPolicy policy = policy("[\"starts-with\", \"$key\", \"user/\"], {\"acl\": \"private\"},"
                + "[\"starts-with\", \"$content-type\", \"image/\"]");
        Map<String, String> fields =
                new TreeMap<>(Map.of("key", "user/k", "acl", "private", "content-type", "image/png"));
        fields.put(name, value);
        PostForm form = new PostForm(new FormHead(fields, "", 1), new BucketName("photos"));

        assertThatThrownBy(() -> policy.require(form, NOW)).isInstanceOfSatisfying(S3ErrorException.class, refused -> {
            assertThat(refused.error().code().code()).isEqualTo("AccessDenied");
            assertThat(refused.error().message()).isEqualTo("Invalid according to Policy: " + why);
        });
    }

    @Test
    void policyForAnotherBucketOrForNoneIsRefused() {
        String head = "{\"expiration\": \"" + LATER + "\", \"conditions\": [[\"eq\", \"$key\", \"k\"]";

        assertThatThrownBy(() -> parse(head + ", {\"bucket\": \"other\"}]}").require(form("key", "k"), NOW))
                .hasMessageContaining("[\"eq\", \"$bucket\", \"other\"]");
        assertThatThrownBy(() -> parse(head + "]}").require(form("key", "k"), NOW))
                .hasMessageContaining("Extra input fields: bucket");
    }

    /** The policy is signed for the bucket that it names; the form is posted to another one. */
    @ParameterizedTest
    @ValueSource(strings = {"other", "", "Photos", "photos/../other", "${filename}"})
    void fieldThatNamesAnotherBucketThanTheAddressIsRefused(String stated) {
        assertThatThrownBy(() -> form("key", "k", "bucket", stated))
                .hasMessage(
                        "AccessDenied: Invalid according to Policy: the field 'bucket' names another bucket than the"
                                + " request");
    }

    @Test
    void fieldThatNamesTheBucketOfTheAddressIsAccepted() {
        PostPolicy policy = policy("[\"eq\", \"$key\", \"k\"]");

        assertThatCode(() -> policy.require(form("key", "k", "bucket", "photos"), NOW))
                .doesNotThrowAnyException();
    }

    @Test
    void policyIsGoodUntilItExpires() {
        PostPolicy policy = policy("[\"eq\", \"$key\", \"k\"]");

        assertThatCode(() -> policy.require(form("key", "k"), NOW)).doesNotThrowAnyException();
        assertThatThrownBy(() -> policy.require(form("key", "k"), Instant.parse(LATER)))
                .hasMessage("AccessDenied: Invalid according to Policy: Policy expired.");
    }

    @Test
    void fileNameTakesItsPlaceBeforeThePolicyIsAsked() {
        PostForm form = form("key", "user/${filename}");

        assertThat(form.field("key")).isEqualTo("user/cat.jpg");
        assertThatCode(() -> policy("[\"eq\", \"$key\", \"user/cat.jpg\"]").require(form, NOW))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"9,EntityTooSmall", "10,", "20,", "21,EntityTooLarge"})
    void fileMustHaveALengthInTheRange(long length, String code) {
        PostPolicy policy = policy("[\"content-length-range\", 10, \"20\"]");

        if (code == null) {
            assertThatCode(() -> policy.requireLength(length)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> policy.requireLength(length)).hasMessageStartingWith(code);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\"}",
                "{\"conditions\": []}",
                "{\"expiration\": \"tomorrow\", \"conditions\": []}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": {}}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [1]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [[\"eq\", \"key\", \"k\"]]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [[\"matches\", \"$key\", \"k\"]]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [[\"eq\", \"$key\", \"k\", \"l\"]]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [[\"content-length-range\", -1, 5]]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [[\"content-length-range\", 1, \"x\"]]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [{\"key\": null}]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [{\"key\": {}}]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [{}]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [{\"key\": \"k\", \"acl\": \"private\"}]}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": []} more",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [], \"other\": 1}",
                "{\"expiration\": \"2030-01-01T00:00:00Z\", \"conditions\": [], \"conditions\": []}"
            })
    void whatIsNoPolicyIsRefused(String json) {
        assertThatThrownBy(() -> parse(json)).hasMessageStartingWith("InvalidPolicyDocument: Invalid Policy: ");
    }

    /** Whatever stands there, it is a policy or it is refused. */
    @Property(tries = 500)
    void noiseIsRefused(@ForAll String noise) {
        assertThatThrownBy(() -> PostPolicy.parse(noise)).isInstanceOf(S3ErrorException.class);
        assertThatThrownBy(() -> parse(noise)).isInstanceOf(S3ErrorException.class);
    }
}
