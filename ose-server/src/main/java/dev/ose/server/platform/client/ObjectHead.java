package dev.ose.server.platform.client;

import dev.ose.s3.ETag;
import dev.ose.s3.HttpDate;
import dev.ose.s3.UriEncoding;
import dev.ose.server.transfer.WholeResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What a platform answers to <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>.
 */
record ObjectHead(WholeResponse response) {

    private static final String METADATA_HEADER = "x-amz-meta-";

    Optional<ETag> tag() {
        return response.header("etag").flatMap(ETag::parse);
    }

    Optional<Long> sizeBytes() {
        return response.header("content-length").map(Long::valueOf);
    }

    Optional<Instant> lastModified() {
        return response.header("last-modified").flatMap(HttpDate::parse);
    }

    Optional<String> versionId() {
        return response.header("x-amz-version-id");
    }

    Optional<String> contentType() {
        return response.header("content-type").map(ObjectHead::text);
    }

    /** Walks over the user metadata: lower-case name and value. */
    void forEachMetadata(BiConsumer<String, String> action) {
        response.headers().forEach((name, values) -> {
            if (name.startsWith(METADATA_HEADER)) {
                values.forEach(value -> action.accept(text(name.substring(METADATA_HEADER.length())), text(value)));
            }
        });
    }

    /** Clients send UTF-8, of which a header shows the octets. */
    private static String text(String octets) {
        return UriEncoding.utf8Text(octets.getBytes(StandardCharsets.ISO_8859_1))
                .orElse(octets);
    }
}
