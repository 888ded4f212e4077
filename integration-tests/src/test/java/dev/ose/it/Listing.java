package dev.ose.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** All pages of a bucket's listing, in order. */
record Listing(List<Entry> entries) {

    /**
     * One object.
     *
     * @param etag without quotes
     */
    record Entry(String key, long sizeBytes, String etag) {}

    static Listing of(S3Target through, String bucket) {
        List<Entry> entries = new ArrayList<>();
        String after = "";
        while (true) {
            WireAnswer page =
                    Wire.send(through, SignedRequest.of("GET", '/' + bucket + "?list-type=2&start-after=" + after));
            page.assertStatus(200);
            List<String> keys = page.elements("Key");
            List<String> sizes = page.elements("Size");
            List<String> tags = page.elements("ETag");
            for (int i = 0; i < keys.size(); i++) {
                entries.add(new Entry(
                        keys.get(i),
                        Long.parseLong(sizes.get(i)),
                        tags.get(i).replace("&quot;", "").replace("\"", "")));
            }
            if (keys.isEmpty() || page.element("IsTruncated").equals("false")) {
                return new Listing(List.copyOf(entries));
            }
            after = keys.getLast();
        }
    }

    /** How many versions and delete markers a bucket has, and their bytes, the newest included. */
    record Versions(long count, long sizeBytes) {

        static Versions of(S3Target through, String bucket) {
            long count = 0;
            long bytes = 0;
            String behind = "";
            while (true) {
                WireAnswer page = Wire.send(through, SignedRequest.of("GET", '/' + bucket + "?versions=" + behind));
                page.assertStatus(200);
                count += page.elements("VersionId").size();
                bytes += page.elements("Size").stream()
                        .mapToLong(Long::parseLong)
                        .sum();
                if (page.element("IsTruncated").equals("false")) {
                    return new Versions(count, bytes);
                }
                behind = "&key-marker=" + page.element("NextKeyMarker") + "&version-id-marker="
                        + page.element("NextVersionIdMarker");
            }
        }
    }

    /** How many bytes the parts have of all uploads that are neither complete nor aborted. */
    static long partBytes(S3Target through, String bucket) {
        WireAnswer uploads = Wire.send(through, SignedRequest.of("GET", '/' + bucket + "?uploads="));
        uploads.assertStatus(200);
        assertThat(uploads.element("IsTruncated"))
                .as("more uploads than a page has")
                .isEqualTo("false");
        List<String> keys = uploads.elements("Key");
        List<String> ids = uploads.elements("UploadId");
        long bytes = 0;
        for (int i = 0; i < ids.size(); i++) {
            WireAnswer parts = Wire.send(
                    through, SignedRequest.of("GET", '/' + bucket + '/' + keys.get(i) + "?uploadId=" + ids.get(i)));
            parts.assertStatus(200);
            bytes += parts.elements("Size").stream().mapToLong(Long::parseLong).sum();
        }
        return bytes;
    }

    List<String> keys() {
        return entries.stream().map(Entry::key).toList();
    }

    long sizeBytes() {
        return entries.stream().mapToLong(Entry::sizeBytes).sum();
    }
}
