package dev.ose.server.http;

import dev.ose.server.http.framing.HttpTokens;
import io.undertow.util.HttpString;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Validates answer headers against header injection; caches the names in common use. */
final class ResponseHeaderValidator {

    static final HttpString REQUEST_ID = new HttpString("x-amz-request-id");
    static final HttpString HOST_ID = new HttpString("x-amz-id-2");

    private static final Map<String, HttpString> FREQUENT = Stream.of(
                    "x-amz-request-id",
                    "x-amz-id-2",
                    "x-amz-version-id",
                    "x-amz-delete-marker",
                    "x-amz-server-side-encryption",
                    "x-amz-checksum-crc32",
                    "x-amz-checksum-crc32c",
                    "x-amz-checksum-crc64nvme",
                    "x-amz-checksum-sha256",
                    "x-amz-checksum-type",
                    "x-amz-bucket-region",
                    "ETag",
                    "Content-Type",
                    "Last-Modified",
                    "Accept-Ranges",
                    "Content-Range")
            .collect(Collectors.toUnmodifiableMap(Function.identity(), HttpString::new));

    private ResponseHeaderValidator() {}

    static HttpString nameOf(String name) {
        HttpString known = FREQUENT.get(name);
        return known == null ? HttpString.tryFromString(name) : known;
    }

    /** @throws IllegalArgumentException if the header could change the framing or does not fit ISO-8859-1 */
    static void requireSafe(String name, String value) {
        for (int i = 0; i < name.length(); i++) {
            if (!HttpTokens.isTokenChar(name.charAt(i))) {
                throw new IllegalArgumentException("not a header name");
            }
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("empty header name");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\r' || c == '\n' || c == 0 || c > 0xff) {
                throw new IllegalArgumentException("value of " + name + " cannot be sent");
            }
        }
    }
}
