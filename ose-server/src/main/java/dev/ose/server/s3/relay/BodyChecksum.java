package dev.ose.server.s3.relay;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.platform.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The checksum that a client states of its body, and who compares it: the platform where it knows the algorithm, else
 * the node, because a checksum that was stated and never compared would be believed.
 */
public final class BodyChecksum {

    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";
    private static final String TRAILER = "x-amz-trailer";

    private BodyChecksum() {}

    /** What the request's headers state of its body; null if they state nothing. Throws why they cannot be right. */
    public static @Nullable StatedChecksum stated(ClientExchange exchange) {
        List<String> names = names(exchange);
        return names.isEmpty() ? null : StatedChecksum.ofBody(names, first(exchange));
    }

    /** What the headers of a completion state of its object. */
    public static @Nullable StatedChecksum statedOfObject(ClientExchange exchange) {
        List<String> names = names(exchange);
        return names.isEmpty() ? null : StatedChecksum.ofObjectInParts(names, first(exchange));
    }

    private static List<String> names(ClientExchange exchange) {
        List<String> names = new ArrayList<>(0);
        exchange.forEachRequestHeader((name, value) -> {
            if (isAbout(name)) {
                names.add(name);
            }
        });
        return names;
    }

    /** What the headers that a form's fields became state of its file. */
    public static @Nullable StatedChecksum stated(List<HeaderField> headers) {
        Map<String, String> about = headers.stream()
                .filter(header -> isAbout(header.name()))
                .collect(Collectors.toMap(HeaderField::name, HeaderField::value));
        return about.isEmpty() ? null : StatedChecksum.ofBody(about.keySet(), about::get);
    }

    private static HeaderLookup first(ClientExchange exchange) {
        return name -> {
            List<String> values = exchange.requestHeaders(name);
            return values.isEmpty() ? null : values.getFirst();
        };
    }

    private static boolean isAbout(String name) {
        return name.startsWith("x-amz-")
                && (StatedChecksum.isStatedBy(name) || name.equals(TRAILER) || name.equals(SDK_ALGORITHM));
    }

    /** Whether the platform refuses a body that does not have such a checksum. */
    public static boolean isVerifiedBy(Platform platform, ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32, CRC32C, SHA1, SHA256 -> platform.offers(Capability.TRAILERS);
            case CRC64NVME -> platform.offers(Capability.CRC64NVME);
            case SHA512, MD5, XXHASH64, XXHASH3, XXHASH128 -> platform.offers(Capability.NEWER_CHECKSUMS);
        };
    }

    /**
     * How the node compares the checksum of a header; null if the platform does, or there is none. What the platform
     * might stumble over is taken out of the headers.
     */
    public static @Nullable BodyCheck checkHere(
            @Nullable StatedChecksum stated, Platform platform, List<HeaderField> headers) {
        if (stated == null || stated.value() == null || isVerifiedBy(platform, stated.algorithm())) {
            return null;
        }
        if (stated.algorithm().isNewer()) {
            headers.removeIf(header ->
                    StatedChecksum.isStatedBy(header.name()) || header.name().equals(SDK_ALGORITHM));
        }
        return new ChecksumCheck(stated);
    }
}
