package dev.ose.server.tenant;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The canonical user id: 64 hexadecimal digits under which S3 responses name an owner or grantee. Random, so that it
 * reveals nothing.
 */
public record CanonicalId(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public CanonicalId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a canonical id is 64 hexadecimal digits");
        }
    }

    /** Parses an id; empty if the text has another form. */
    public static Optional<CanonicalId> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new CanonicalId(text)) : Optional.empty();
    }

    /** Generates an id; {@code random} must be unpredictable. */
    static CanonicalId random(RandomGenerator random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return new CanonicalId(HexFormat.of().formatHex(bytes));
    }

    @Override
    public String toString() {
        return value;
    }
}
