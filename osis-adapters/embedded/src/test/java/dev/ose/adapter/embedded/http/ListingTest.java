package dev.ose.adapter.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.embedded.PlatformFixture;
import dev.ose.s3.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists random keys in random ways and compares with a sorted set. */
class ListingTest {

    /** Short alphabets make prefixes meet; the last ones sort differently as UTF-16 and as UTF-8. */
    private static final List<String> LETTERS = List.of("a", "b", "/", "-", " ", "\u0001", "é", "\uffee", "😀");

    private static final Comparator<String> BYTES = ObjectKey::compareUtf8;

    @RegisterExtension
    static final PlatformFixture PLATFORM = new PlatformFixture();

    private static final TreeSet<String> KEYS = new TreeSet<>(BYTES);
    private static String bucket = "";

    private final S3Client s3 = PLATFORM.s3();

    @BeforeAll
    static void fill() {
        bucket = PLATFORM.newBucket();
        Random random = new Random(42);
        while (KEYS.size() < 200) {
            KEYS.add(text(random, 1 + random.nextInt(7)));
        }
        KEYS.forEach(key ->
                PLATFORM.s3().putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString("x")));
    }

    @RepeatedTest(30)
    void everyPageIsWhatTheModelSays(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String prefix = text(random, random.nextInt(3));
        String delimiter = random.nextInt(4) == 0 ? "" : text(random, 1 + random.nextInt(2));
        String startAfter = random.nextBoolean() ? "" : text(random, 1 + random.nextInt(3));
        int limit = 6 + random.nextInt(60);

        List<String> expected = model(prefix, delimiter, startAfter);

        assertThat(walkV2(prefix, delimiter, startAfter, limit)).isEqualTo(expected);
        assertThat(walkV1(prefix, delimiter, startAfter, limit)).isEqualTo(expected);
        if (startAfter.isEmpty()) {
            assertThat(walkVersions(prefix, delimiter, limit)).isEqualTo(expected);
        }
    }

    @Test
    void pageOfNothingIsEmptyAndComplete() {
        var page = s3.listObjectsV2(request -> request.bucket(bucket).maxKeys(0));

        assertThat(page.contents()).isEmpty();
        assertThat(page.isTruncated()).isFalse();
    }

    @Test
    void ownerIsToldWhenAskedFor() {
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket).maxKeys(1).encodingType(EncodingType.URL))
                        .contents())
                .allMatch(object -> object.owner() == null);
        assertThat(s3.listObjectsV2(request -> request.bucket(bucket)
                                .maxKeys(1)
                                .encodingType(EncodingType.URL)
                                .fetchOwner(true))
                        .contents())
                .allMatch(object -> object.owner().id().length() == 64);
    }

    @Test
    void uploadsAreGroupedAndPaged() {
        String own = PLATFORM.newBucket();
        List<String> keys = List.of("a", "d/1", "d/2", "e", "e");
        keys.forEach(
                key -> s3.createMultipartUpload(request -> request.bucket(own).key(key)));

        var grouped = s3.listMultipartUploads(request -> request.bucket(own).delimiter("/"));
        List<String> paged =
                s3.listMultipartUploadsPaginator(request -> request.bucket(own).maxUploads(2)).uploads().stream()
                        .map(upload -> upload.key())
                        .toList();

        assertThat(grouped.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("d/");
        assertThat(grouped.uploads()).extracting(upload -> upload.key()).containsExactly("a", "e", "e");
        assertThat(paged).isEqualTo(keys);
    }

    private static List<String> model(String prefix, String delimiter, String after) {
        TreeSet<String> entries = new TreeSet<>(BYTES);
        for (String key : KEYS) {
            if (key.startsWith(prefix)) {
                int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
                entries.add(at < 0 ? key : key.substring(0, at + delimiter.length()));
            }
        }
        return entries.stream().filter(entry -> BYTES.compare(entry, after) > 0).toList();
    }

    private List<String> walkV2(String prefix, String delimiter, String startAfter, int limit) {
        List<String> all = new ArrayList<>();
        String token = null;
        do {
            @Nullable String from = token;
            ListObjectsV2Response page = s3.listObjectsV2(request -> request.bucket(bucket)
                    .prefix(prefix)
                    .delimiter(orNull(delimiter))
                    .startAfter(orNull(startAfter))
                    .continuationToken(from)
                    .encodingType(EncodingType.URL)
                    .maxKeys(limit));
            List<String> entries = merged(page.contents(), page.commonPrefixes());
            assertThat(entries).hasSizeLessThanOrEqualTo(limit);
            assertThat(page.keyCount()).isEqualTo(entries.size());
            all.addAll(entries);
            token = page.nextContinuationToken();
        } while (token != null);
        return all;
    }

    private List<String> walkV1(String prefix, String delimiter, String startAfter, int limit) {
        List<String> all = new ArrayList<>();
        String marker = startAfter;
        boolean more = true;
        while (more) {
            String from = marker;
            var page = s3.listObjects(request -> request.bucket(bucket)
                    .prefix(prefix)
                    .delimiter(orNull(delimiter))
                    .marker(orNull(from))
                    .encodingType(EncodingType.URL)
                    .maxKeys(limit));
            List<String> entries = merged(page.contents(), page.commonPrefixes());
            all.addAll(entries);
            more = page.isTruncated();
            marker = entries.isEmpty() ? marker : entries.getLast();
        }
        return all;
    }

    private List<String> walkVersions(String prefix, String delimiter, int limit) {
        TreeSet<String> all = new TreeSet<>(BYTES);
        s3.listObjectVersionsPaginator(request -> request.bucket(bucket)
                        .prefix(prefix)
                        .delimiter(orNull(delimiter))
                        .encodingType(EncodingType.URL)
                        .maxKeys(limit))
                .forEach(page -> {
                    page.versions().forEach(version -> assertThat(all.add(version.key()))
                            .isTrue());
                    page.commonPrefixes().forEach(common -> assertThat(all.add(common.prefix()))
                            .isTrue());
                });
        return List.copyOf(all);
    }

    private static List<String> merged(List<S3Object> objects, List<CommonPrefix> prefixes) {
        List<String> entries = new ArrayList<>();
        objects.forEach(object -> entries.add(object.key()));
        prefixes.forEach(prefix -> entries.add(prefix.prefix()));
        entries.sort(BYTES);
        return entries;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String text(Random random, int letters) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < letters; i++) {
            text.append(LETTERS.get(random.nextInt(LETTERS.size())));
        }
        return text.toString();
    }
}
