package dev.ose.s3.operation;

import dev.ose.s3.UriEncoding;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decoded query of a request, duplicates and order kept. Split on {@code &} only, since a semicolon is an ordinary
 * character to S3; a {@code +} is a space; names match in their exact case.
 */
public record QueryParameters(List<Parameter> parameters) {

    /** The most parameters that a request may have. */
    public static final int MAX_PARAMETERS = 256;

    /** A request without a query. */
    public static final QueryParameters NONE = new QueryParameters(List.of());

    /** One parameter; the value is empty both for {@code name} and for {@code name=}. */
    public record Parameter(String name, String value) {}

    public QueryParameters {
        parameters = List.copyOf(parameters);
    }

    /**
     * Decodes the text after the question mark, or null when there was none. Refuses with {@code InvalidURI} a broken
     * escape, octets that are not UTF-8, a NUL, and more than {@link #MAX_PARAMETERS} parameters.
     */
    public static Parsed<QueryParameters> parse(@Nullable String rawQuery) {
        if (rawQuery == null || rawQuery.isEmpty()) {
            return Parsed.of(NONE);
        }
        List<Parameter> parameters = new ArrayList<>();
        int start = 0;
        while (start <= rawQuery.length()) {
            int ampersand = rawQuery.indexOf('&', start);
            int end = ampersand < 0 ? rawQuery.length() : ampersand;
            if (end > start) {
                Optional<Parameter> parameter = parameter(rawQuery.substring(start, end));
                if (parameter.isEmpty() || parameters.size() == MAX_PARAMETERS) {
                    return Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI));
                }
                parameters.add(parameter.get());
            }
            start = end + 1;
        }
        return Parsed.of(new QueryParameters(parameters));
    }

    /** The value of the first parameter of this name, or null. */
    public @Nullable String first(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return parameter.value();
            }
        }
        return null;
    }

    /** Whether there is a parameter of this name, with or without a value. */
    public boolean contains(String name) {
        return first(name) != null;
    }

    private static Optional<Parameter> parameter(String raw) {
        int equals = raw.indexOf('=');
        String rawName = equals < 0 ? raw : raw.substring(0, equals);
        String rawValue = equals < 0 ? "" : raw.substring(equals + 1);
        return decode(rawName).flatMap(name -> decode(rawValue).map(value -> new Parameter(name, value)));
    }

    private static Optional<String> decode(String raw) {
        return UriEncoding.decode(raw.replace('+', ' '));
    }
}
