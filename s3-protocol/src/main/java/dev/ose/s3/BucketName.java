package dev.ose.s3;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of a general purpose bucket: 3 to 63 characters by the rules of
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">S3's naming page</a>.
 * The constructor throws {@link IllegalArgumentException} for any other text.
 */
public record BucketName(String value) implements Comparable<BucketName> {

    private static final int MIN_LENGTH = 3;
    private static final int MAX_LENGTH = 63;
    private static final List<String> RESERVED_PREFIXES = List.of("xn--", "sthree-", "amzn-s3-demo-");
    private static final List<String> RESERVED_SUFFIXES =
            List.of("-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3");

    public BucketName {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a bucket name");
        }
    }

    /** A rule of names. */
    public enum Rule {
        LENGTH("must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters"),
        CHARACTERS("must have only lower-case letters, digits, dots and hyphens"),
        ENDS("must begin and end with a letter or digit"),
        DOTS("must not have two dots side by side"),
        ADDRESS("must not look like an IP address"),
        RESERVED("must not have a prefix or suffix that S3 reserves, such as xn-- or -s3alias");

        private final String text;

        Rule(String text) {
            this.text = text;
        }

        /** What the rule demands of a name. */
        public String text() {
            return text;
        }
    }

    /** The first rule that a text breaks; empty if it is a name. */
    public static Optional<Rule> brokenRule(String text) {
        return Optional.ofNullable(broken(text));
    }

    /** The name in {@code text}, or empty when the text breaks a naming rule. Never throws. */
    public static Optional<BucketName> parse(String text) {
        return isValid(text) ? Optional.of(new BucketName(text)) : Optional.empty();
    }

    @Override
    public int compareTo(BucketName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isValid(String name) {
        return broken(name) == null;
    }

    /** Loops, not streams: it runs twice for each request, and streams took 2 % of a small GET. */
    private static @Nullable Rule broken(String name) {
        int length = name.length();
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return Rule.LENGTH;
        }
        if (!hasOnlyLegalCharacters(name)) {
            return Rule.CHARACTERS;
        }
        if (!isLetterOrDigit(name.charAt(0)) || !isLetterOrDigit(name.charAt(length - 1))) {
            return Rule.ENDS;
        }
        if (name.contains("..")) {
            return Rule.DOTS;
        }
        if (looksLikeAddress(name)) {
            return Rule.ADDRESS;
        }
        return isReserved(name) ? Rule.RESERVED : null;
    }

    private static boolean hasOnlyLegalCharacters(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isLetterOrDigit(c) && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isReserved(String name) {
        for (String prefix : RESERVED_PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        for (String suffix : RESERVED_SUFFIXES) {
            if (name.endsWith(suffix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    /** Four groups of one to three digits, whatever their values: S3 refuses the form, not the address. */
    private static boolean looksLikeAddress(String name) {
        int groups = 1;
        int digits = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.') {
                groups++;
                digits = 0;
            } else if (c < '0' || c > '9' || ++digits > 3) {
                return false;
            }
        }
        return groups == 4;
    }
}
