package dev.ose.server.s3.relay;

import dev.ose.adapter.Quirk;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.CrossOrigin;
import dev.ose.server.transfer.PlatformResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which headers cross from a client to a platform and back. Two allow-lists: a header that we do not know may mean
 * something to a platform, and our signature would vouch for it. {@code Origin} does not cross, nor what a platform
 * says of it: {@link CrossOrigin} answers pages of other origins.
 */
public final class HeaderPolicy {

    private static final Set<String> REQUEST_HEADERS = Set.of(
            "cache-control",
            "content-disposition",
            "content-encoding",
            "content-language",
            "content-md5",
            "content-type",
            "expires",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "range",
            "x-amz-acl",
            "x-amz-bucket-object-lock-enabled",
            "x-amz-bypass-governance-retention",
            "x-amz-checksum-algorithm",
            "x-amz-checksum-crc32",
            "x-amz-checksum-crc32c",
            "x-amz-checksum-crc64nvme",
            "x-amz-checksum-md5",
            "x-amz-checksum-mode",
            "x-amz-checksum-sha1",
            "x-amz-checksum-sha256",
            "x-amz-checksum-sha512",
            "x-amz-checksum-type",
            "x-amz-checksum-xxhash128",
            "x-amz-checksum-xxhash3",
            "x-amz-checksum-xxhash64",
            "x-amz-confirm-remove-self-bucket-access",
            "x-amz-copy-source-if-match",
            "x-amz-copy-source-if-modified-since",
            "x-amz-copy-source-if-none-match",
            "x-amz-copy-source-if-unmodified-since",
            "x-amz-copy-source-range",
            "x-amz-copy-source-server-side-encryption-customer-algorithm",
            "x-amz-copy-source-server-side-encryption-customer-key",
            "x-amz-copy-source-server-side-encryption-customer-key-md5",
            "x-amz-max-parts",
            "x-amz-metadata-directive",
            "x-amz-mp-object-size",
            "x-amz-object-attributes",
            "x-amz-object-lock-legal-hold",
            "x-amz-object-lock-mode",
            "x-amz-object-lock-retain-until-date",
            "x-amz-object-ownership",
            "x-amz-optional-object-attributes",
            "x-amz-part-number-marker",
            "x-amz-request-payer",
            "x-amz-sdk-checksum-algorithm",
            "x-amz-server-side-encryption",
            "x-amz-server-side-encryption-aws-kms-key-id",
            "x-amz-server-side-encryption-bucket-key-enabled",
            "x-amz-server-side-encryption-context",
            "x-amz-server-side-encryption-customer-algorithm",
            "x-amz-server-side-encryption-customer-key",
            "x-amz-server-side-encryption-customer-key-md5",
            "x-amz-storage-class",
            "x-amz-tagging",
            "x-amz-tagging-directive",
            "x-amz-transition-default-minimum-object-size",
            "x-amz-website-redirect-location");

    private static final Set<String> RESPONSE_HEADERS = Set.of(
            "accept-ranges",
            "cache-control",
            "content-disposition",
            "content-encoding",
            "content-language",
            "content-range",
            "content-type",
            "etag",
            "expires",
            "last-modified",
            "retry-after");

    private static final Set<String> FORM_HEADERS = Set.of(
            "cache-control", "content-disposition", "content-language", "content-md5", "content-type", "expires");

    private static final String METADATA = "x-amz-meta-";

    /** Ours, not the platform's: ids by which each side finds the request in its own logs, and where the bucket is. */
    private static final Set<String> OWN_RESPONSE_HEADERS =
            Set.of("x-amz-request-id", "x-amz-id-2", "x-amz-bucket-region");

    private HeaderPolicy() {}

    /** Whether a form's field of this lower-case name describes the object as the header of that name would. */
    public static boolean describesObject(String name) {
        boolean isKnown = FORM_HEADERS.contains(name) || (name.startsWith("x-amz-") && REQUEST_HEADERS.contains(name));
        return isKnown || name.startsWith(METADATA);
    }

    /**
     * The client's headers that the platform is to see. The lines of a list become one line, as the client's signature
     * covered them: a platform might look at one of several lines only.
     */
    public static List<HeaderField> toPlatform(ClientExchange exchange) {
        List<HeaderField> headers = new ArrayList<>(8);
        exchange.forEachRequestHeader((name, value) -> {
            if (REQUEST_HEADERS.contains(name) || name.startsWith(METADATA)) {
                add(headers, name, value);
            }
        });
        return headers;
    }

    private static void add(List<HeaderField> headers, String name, String value) {
        for (int i = 0; i < headers.size(); i++) {
            if (headers.get(i).name().equals(name)) {
                headers.set(i, new HeaderField(name, headers.get(i).value() + ',' + value));
                return;
            }
        }
        headers.add(new HeaderField(name, value));
    }

    /** Asks for the whole object where the platform would overlook on what condition the client wants a part only. */
    static void withoutOverlookedConditions(List<HeaderField> headers, Platform platform) {
        if (platform.has(Quirk.RANGE_CONDITIONS_OVERLOOKED)
                && headers.removeIf(header -> header.name().equals("if-range"))) {
            headers.removeIf(header -> header.name().equals("range"));
        }
    }

    /** The platform's headers that the client is to see. */
    public static void toClient(PlatformResponse response, ClientExchange exchange) {
        response.forEachHeader((name, value) -> {
            if (RESPONSE_HEADERS.contains(name)
                    || (name.startsWith("x-amz-") && !OWN_RESPONSE_HEADERS.contains(name))) {
                exchange.setResponseHeader(name, value);
            }
        });
    }
}
