package dev.ose.server.iam;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a call in the query protocol: a form with unique names. */
public final class IamParameters {

    /** Maximum size of a form in bytes: a policy of 20 KiB with every character percent-encoded fits. */
    public static final int MAX_BYTES = 128 * 1024;

    private static final int MAX = 100;
    private static final int MAX_NAME = 128;

    private final Map<String, String> values;

    private IamParameters(Map<String, String> values) {
        this.values = values;
    }

    /** Parses {@code application/x-www-form-urlencoded}. Fails with {@code Invalid}. */
    public static IamParameters parse(String form) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : form.strip().split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (values.put(name, value) != null || values.size() > MAX || value.indexOf('\0') >= 0) {
                throw invalid("form", "has a name twice, more than " + MAX + " names, or a NUL");
            }
        }
        return new IamParameters(values);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw invalid("form", "is not URL-encoded");
        }
    }

    /** The requested action; empty if absent. */
    public String action() {
        return values.getOrDefault("Action", "");
    }

    @Nullable
    String find(String name) {
        return values.get(name);
    }

    String require(String name) {
        String value = values.get(name);
        if (value == null || value.isEmpty()) {
            throw invalid(name, "must be given");
        }
        return value;
    }

    /** A required name of 1 to 128 characters. */
    String requireName(String parameter) {
        String name = require(parameter);
        if (name.length() > MAX_NAME) {
            throw invalid(parameter, "has at most " + MAX_NAME + " characters");
        }
        return name;
    }

    /** The marker after which the page begins; empty for the first. */
    String marker() {
        return has("Marker") ? requireName("Marker") : "";
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** A number within bounds, or {@code usual} if absent. */
    int number(String name, int least, int most, int usual) {
        String text = values.get(name);
        if (text == null) {
            return usual;
        }
        boolean isNumber = !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int value = isNumber ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            throw invalid(name, "must be from " + least + " to " + most);
        }
        return value;
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
