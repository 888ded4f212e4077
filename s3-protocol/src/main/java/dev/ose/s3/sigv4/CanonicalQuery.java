package dev.ose.s3.sigv4;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A query split the way signatures see it: at ampersands only, duplicates kept, a name alone having an empty value,
 * everything in canonical encoding.
 */
final class CanonicalQuery {

    static final String SIGNATURE = "X-Amz-Signature";

    private static final CanonicalQuery NONE = new CanonicalQuery(List.of());

    private final List<Parameter> sorted;

    private CanonicalQuery(List<Parameter> sorted) {
        this.sorted = sorted;
    }

    /** A parameter in canonical encoding; ordered by name, then by value. */
    private record Parameter(String name, String value) implements Comparable<Parameter> {

        @Override
        public int compareTo(Parameter other) {
            int byName = name.compareTo(other.name);
            return byName != 0 ? byName : value.compareTo(other.value);
        }
    }

    static CanonicalQuery parse(String rawQuery) {
        if (rawQuery.isEmpty()) {
            return NONE;
        }
        List<Parameter> parameters = new ArrayList<>(8);
        int from = 0;
        while (from <= rawQuery.length()) {
            int ampersand = rawQuery.indexOf('&', from);
            int to = ampersand < 0 ? rawQuery.length() : ampersand;
            if (from < to) {
                parameters.add(parameter(rawQuery, from, to));
            }
            from = to + 1;
        }
        Collections.sort(parameters);
        return new CanonicalQuery(parameters);
    }

    private static Parameter parameter(String rawQuery, int from, int to) {
        int equals = rawQuery.indexOf('=', from, to);
        int nameEnd = equals < 0 ? to : equals;
        int valueStart = equals < 0 ? to : equals + 1;
        return new Parameter(
                CanonicalUri.canonicalQueryPart(rawQuery.substring(from, nameEnd)),
                CanonicalUri.canonicalQueryPart(rawQuery.substring(valueStart, to)));
    }

    boolean contains(String name) {
        return count(name) > 0;
    }

    int count(String name) {
        int count = 0;
        for (Parameter parameter : sorted) {
            if (parameter.name.equals(name)) {
                count++;
            }
        }
        return count;
    }

    /** The decoded value of the first parameter of that name, or null. */
    @Nullable
    String first(String name) {
        for (Parameter parameter : sorted) {
            if (parameter.name.equals(name)) {
                return CanonicalUri.decode(parameter.value);
            }
        }
        return null;
    }

    /** Walks over the decoded parameters, ordered by name. */
    void forEachDecoded(BiConsumer<String, String> action) {
        for (Parameter parameter : sorted) {
            action.accept(CanonicalUri.decode(parameter.name), CanonicalUri.decode(parameter.value));
        }
    }

    /** Writes the canonical query: all parameters but the signature. */
    void writeTo(ByteBuilder out) {
        boolean isFirst = true;
        for (Parameter parameter : sorted) {
            if (!parameter.name.equals(SIGNATURE)) {
                if (!isFirst) {
                    out.append('&');
                }
                out.append(parameter.name).append('=').append(parameter.value);
                isFirst = false;
            }
        }
    }
}
