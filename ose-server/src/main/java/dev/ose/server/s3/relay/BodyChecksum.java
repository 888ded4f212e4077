package dev.ose.server.s3.relay;

import dev.ose.adapter.Capability;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.StatedChecksum;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.auth.S3Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The checksum that a client states for its body. The platform verifies it if it supports the algorithm, else the node:
 * a stated checksum is never ignored.
 */
public final class BodyChecksum {

    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";
    private static final String TRAILER = "x-amz-trailer";

    private BodyChecksum() {}

    /** The checksum in the request's headers; null if there is none. Throws if it is invalid. */
    public static @Nullable StatedChecksum stated(S3Request request) {
        List<String> names = names(request);
        return names.isEmpty() ? null : StatedChecksum.ofBody(names, first(request));
    }

    /** The object's checksum in the headers of a completion. */
    public static @Nullable StatedChecksum statedOfObject(S3Request request) {
        List<String> names = names(request);
        return names.isEmpty() ? null : StatedChecksum.ofObjectInParts(names, first(request));
    }

    private static List<String> names(S3Request request) {
        List<String> names = new ArrayList<>(0);
        request.forEachHeader((name, value) -> {
            if (isAbout(name)) {
                names.add(name);
            }
        });
        return names;
    }

    /** The file's checksum in a form's fields, as headers. */
    public static @Nullable StatedChecksum stated(List<HeaderField> headers) {
        Map<String, String> about = headers.stream()
                .filter(header -> isAbout(header.name()))
                .collect(Collectors.toMap(HeaderField::name, HeaderField::value));
        return about.isEmpty() ? null : StatedChecksum.ofBody(about.keySet(), about::get);
    }

    private static HeaderLookup first(S3Request request) {
        return name -> {
            List<String> values = request.headerValues(name);
            return values.isEmpty() ? null : values.getFirst();
        };
    }

    private static boolean isAbout(String name) {
        return name.startsWith("x-amz-")
                && (StatedChecksum.isStatedBy(name) || name.equals(TRAILER) || name.equals(SDK_ALGORITHM));
    }

    /** Whether the platform verifies checksums of this algorithm. */
    public static boolean isVerifiedBy(Platform platform, ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32, CRC32C, SHA1, SHA256 -> platform.offers(Capability.TRAILERS);
            case CRC64NVME -> platform.offers(Capability.CRC64NVME);
            case SHA512, MD5, XXHASH64, XXHASH3, XXHASH128 -> platform.offers(Capability.NEWER_CHECKSUMS);
        };
    }

    /**
     * The node's check of a checksum in a header; null if the platform verifies it, or there is none. Removes headers
     * that the platform does not support.
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
