package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.label.LabelName;
import dev.ose.server.catalog.label.Labels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Labels in the format of their tables. */
final class LabelCodec {

    private LabelCodec() {}

    /** Names and values alternately, ordered by name. */
    static String[] pack(Labels labels) {
        List<String> texts = new ArrayList<>();
        new TreeMap<>(labels.values()).forEach((name, value) -> {
            texts.add(name.text());
            texts.add(value);
        });
        return texts.toArray(String[]::new);
    }

    static Labels unpack(List<String> texts) {
        Map<LabelName, String> values = new HashMap<>();
        for (int i = 0; i < texts.size(); i += 2) {
            values.put(new LabelName(texts.get(i)), texts.get(i + 1));
        }
        return new Labels(values);
    }

    /**
     * The hash of one label in {@code object_label_value}. Names contain no NUL, which therefore separates name and
     * value.
     */
    static long hash(LabelName name, String value) {
        return SegmentFilter.hash((name.text() + '\0' + value).getBytes(StandardCharsets.UTF_8));
    }

    /** The hashes of all labels. */
    static List<Long> hashes(Labels labels) {
        return labels.values().entrySet().stream()
                .map(each -> hash(each.getKey(), each.getValue()))
                .toList();
    }
}
