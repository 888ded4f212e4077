package dev.ose.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"abc", "a.b", "my-bucket.v1", "1bucket2", "1.2.3", "1.2.3.4.5", "1234.1.1.1", "a--b"})
    void bucketNameTakesWhatS3Takes(String name) {
        assertThat(BucketName.parse(name)).contains(new BucketName(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ab",
                "Abc",
                "a_b",
                "-abc",
                "abc-",
                ".abc",
                "abc.",
                "a..b",
                "1.2.3.4",
                "999.1.1.1",
                "a/b",
                "a b",
                "xn--abc",
                "sthree-abc",
                "amzn-s3-demo-x",
                "abc-s3alias",
                "abc--ol-s3",
                "abc.mrap",
                "abc--x-s3",
                "abc--table-s3",
                "b\u00fccket",
                "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg"
            })
    void bucketNameRefusesWhatS3Refuses(String name) {
        assertThat(BucketName.parse(name)).isEmpty();
        assertThatThrownBy(() -> new BucketName(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "/", "//", "../x", "a/./b", "\u0001\t\n", "\ud83d\ude00", "\uffff", "?versionId=x"})
    void objectKeyTakesEveryTextButNul(String key) {
        assertThat(ObjectKey.parse(key)).isPresent();
        assertThat(ObjectKey.ofUtf8(new ObjectKey(key).utf8())).contains(new ObjectKey(key));
    }

    @Test
    void objectKeyIsMeasuredInBytes() {
        assertThat(ObjectKey.parse("k".repeat(1024))).isPresent();
        assertThat(ObjectKey.parse("k".repeat(1025))).isEmpty();
        assertThat(ObjectKey.parse("\u20ac".repeat(341))).isPresent();
        assertThat(ObjectKey.parse("\u20ac".repeat(342))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\0b", "\ud800", "a\udc00", "\ud800x"})
    void objectKeyRefusesNulAndHalvesOfCharacters(String key) {
        assertThat(ObjectKey.parse(key)).isEmpty();
    }

    @Property(tries = 500)
    void objectKeysSortLikeTheirBytes(@ForAll String left, @ForAll String right) {
        String a = clean(left);
        String b = clean(right);

        int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

        assertThat(Integer.signum(ObjectKey.compareUtf8(a, b))).isEqualTo(Integer.signum(bytes));
    }

    @Test
    void objectKeyAboveTheBasicPlaneSortsAfterPrivateUse() {
        assertThat(new ObjectKey("\ud83d\ude00")).isGreaterThan(new ObjectKey("\uff01"));
    }

    @Test
    void dotSegmentsAreSeen() {
        assertThat(new ObjectKey("a/../b").hasDotSegment()).isTrue();
        assertThat(new ObjectKey(".").hasDotSegment()).isTrue();
        assertThat(new ObjectKey("a/.").hasDotSegment()).isTrue();
        assertThat(new ObjectKey("a/...").hasDotSegment()).isFalse();
        assertThat(new ObjectKey(".a/b.").hasDotSegment()).isFalse();
    }

    @Test
    void identifiersAreVisibleAscii() {
        assertThat(VersionId.parse("null")).contains(VersionId.NULL);
        assertThat(VersionId.NULL.isNull()).isTrue();
        assertThat(VersionId.parse("a\r\nb")).isEmpty();
        assertThat(UploadId.parse("")).isEmpty();
        assertThat(UploadId.parse("2~abc.def_-")).isPresent();
        assertThat(UploadId.parse("a+b/c..d/=")).isPresent();
    }

    /** A platform that makes a path of it would leave the folder of the upload, and the bucket. */
    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "../x", "a/../b", "a/..", "../../../../victim", "a/./b", "a\\..\\b", "/.."})
    void identifiersHaveNoDotSegments(String text) {
        assertThat(UploadId.parse(text)).isEmpty();
        assertThat(VersionId.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "+1", "-1", "", "1.0", " 1", "\u0661", "99999999999"})
    void partNumberRefuses(String text) {
        assertThat(PartNumber.parse(text)).isEmpty();
    }

    @Test
    void partNumberTakesItsWholeRange() {
        assertThat(PartNumber.parse("1")).contains(new PartNumber(1));
        assertThat(PartNumber.parse("10000")).contains(new PartNumber(10_000));
        assertThat(PartNumber.parse("00007")).contains(new PartNumber(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc-2", "\"abc-2\"", "&quot;abc-2&quot;", "&#34;abc-2&#34;", "W/\"abc-2\"", " \"abc-2\" "})
    void entityTagLosesItsQuotes(String text) {
        assertThat(ETag.parse(text)).contains(new ETag("abc-2"));
        assertThat(new ETag("abc-2").quoted()).isEqualTo("\"abc-2\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "a\"b", "a b", "\u00e9"})
    void entityTagRefuses(String text) {
        assertThat(ETag.parse(text)).isEmpty();
    }

    @Test
    void entityTagOfPartsIsTheDigestOfTheirDigests() {
        ETag first = new ETag("0cc175b9c0f1b6a831c399e269772661");
        ETag second = new ETag("92eb5ffee6ae2fec3ad71c777531578f");

        assertThat(ETag.ofParts(List.of(first, second))).contains(new ETag("96e024ba2074fe77e8e965ba43a704be-2"));
        assertThat(ETag.ofParts(List.of(first, new ETag("no-digest")))).isEmpty();
        assertThat(ETag.ofParts(List.of())).isEmpty();
    }

    static String clean(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace("\0", "");
    }
}
