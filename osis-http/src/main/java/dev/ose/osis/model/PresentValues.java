package dev.ose.osis.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Replaces missing collections of documents by empty ones, and drops missing elements. */
final class PresentValues {

    private PresentValues() {}

    /** The elements without nulls: an unknown value of an enum is read as null. */
    static <T> List<T> list(@Nullable List<@Nullable T> read) {
        return read == null
                ? List.of()
                : read.stream().filter(Objects::nonNull).<T>map(it -> it).toList();
    }

    /** The entries without nulls, in the order of the document. */
    static <V> Map<String, V> map(@Nullable Map<String, @Nullable V> read) {
        Map<String, V> present = new LinkedHashMap<>();
        if (read != null) {
            read.forEach((name, value) -> {
                if (value != null) {
                    present.put(name, value);
                }
            });
        }
        return Collections.unmodifiableMap(present);
    }
}
