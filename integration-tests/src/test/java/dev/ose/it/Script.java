package dev.ose.it;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Requests that build on one another, to be sent to several servers whose answers can then be compared: ids that each
 * server invents are replaced by the order in which they appeared.
 */
final class Script {

    private static final List<String> HEADERS = List.of(
            "etag",
            "content-type",
            "content-range",
            "content-encoding",
            "content-disposition",
            "cache-control",
            "x-amz-meta-colour",
            "x-amz-tagging-count",
            "x-amz-delete-marker",
            "x-amz-mp-parts-count",
            "x-amz-checksum-crc32");

    private static final List<String> ELEMENTS = List.of(
            "Code",
            "Name",
            "Prefix",
            "Key",
            "Size",
            "ETag",
            "IsTruncated",
            "KeyCount",
            "MaxKeys",
            "Delimiter",
            "EncodingType",
            "StartAfter",
            "Marker",
            "NextMarker",
            "IsLatest",
            "DeleteMarker",
            "PartNumber",
            "Bucket",
            "Status",
            "Permission",
            "ObjectOwnership",
            "BlockPublicAcls",
            "IgnorePublicAcls",
            "BlockPublicPolicy",
            "RestrictPublicBuckets",
            "Days",
            "ObjectLockEnabled",
            "Mode",
            "ObjectSize",
            "PartsCount",
            "Value",
            "MaxParts",
            "MaxUploads",
            "VersionId",
            "UploadId",
            "DeleteMarkerVersionId");

    private static final Set<String> IDS = Set.of("VersionId", "UploadId", "DeleteMarkerVersionId");

    private final Map<String, Step> steps = new LinkedHashMap<>();

    /** Values from a server's earlier answers. */
    static final class Memory {

        private final Map<String, String> values = new HashMap<>();
        private final Map<String, String> symbols = new HashMap<>();

        String get(String name) {
            return values.getOrDefault(name, "nothing");
        }

        void put(String name, String value) {
            values.put(name, value);
        }

        private String symbol(String id) {
            return id.equals("null") || id.isEmpty() ? id : symbols.computeIfAbsent(id, i -> "id" + symbols.size());
        }
    }

    private record Step(Function<Memory, SignedRequest> request, BiConsumer<Memory, WireAnswer> remember) {}

    void step(String name, Function<Memory, SignedRequest> request) {
        step(name, request, (memory, answer) -> {});
    }

    void step(String name, Function<Memory, SignedRequest> request, BiConsumer<Memory, WireAnswer> remember) {
        if (steps.putIfAbsent(name, new Step(request, remember)) != null) {
            throw new IllegalArgumentException("two steps are called " + name);
        }
    }

    /** Each step's answer, as the fields that matter and their values. */
    Map<String, Map<String, String>> run(S3Target target) {
        Memory memory = new Memory();
        Map<String, Map<String, String>> answers = new LinkedHashMap<>();
        steps.forEach((name, step) -> {
            WireAnswer answer = Wire.send(target, step.request().apply(memory));
            step.remember().accept(memory, answer);
            answers.put(name, fields(memory, answer));
        });
        return answers;
    }

    private static Map<String, String> fields(Memory memory, WireAnswer answer) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("status", Integer.toString(answer.status()));
        for (String name : HEADERS) {
            String value = answer.header(name);
            if (value != null && !(name.equals("content-type") && answer.body().length == 0)) {
                fields.put(name, value);
            }
        }
        String version = answer.header("x-amz-version-id");
        if (version != null) {
            fields.put("version", memory.symbol(version));
        }
        if (!answer.text().startsWith("<?xml") && answer.body().length > 0) {
            fields.put("body", Samples.sha256(answer.body()));
            return fields;
        }
        // An error's other elements are informative; an empty element is equivalent to an absent one.
        for (String name : answer.status() >= 400 ? List.of("Code") : ELEMENTS) {
            List<String> values = new ArrayList<>(answer.elements(name));
            values.removeIf(String::isEmpty);
            if (!values.isEmpty()) {
                boolean isId = IDS.contains(name);
                values.replaceAll(value -> isId
                        ? memory.symbol(value)
                        : value.replace("&#34;", "\"").replace("&quot;", "\""));
                fields.put('<' + name + '>', String.join(" ", values));
            }
        }
        return fields;
    }
}
