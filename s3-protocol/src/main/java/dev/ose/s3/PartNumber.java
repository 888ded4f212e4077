package dev.ose.s3;

import java.util.Optional;

/** The number of a part in a multipart upload, 1 to 10000; any other number is an {@link IllegalArgumentException}. */
public record PartNumber(int value) implements Comparable<PartNumber> {

    /** The highest part number. */
    public static final int MAX = 10_000;

    private static final int MAX_DIGITS = 5;

    public PartNumber {
        if (value < 1 || value > MAX) {
            throw new IllegalArgumentException("part number out of 1..10000: " + value);
        }
    }

    /** The number in {@code text}: one to five decimal digits and nothing else, or empty. Never throws. */
    public static Optional<PartNumber> parse(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        int number = Integer.parseInt(text);
        return number < 1 || number > MAX ? Optional.empty() : Optional.of(new PartNumber(number));
    }

    @Override
    public int compareTo(PartNumber other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
