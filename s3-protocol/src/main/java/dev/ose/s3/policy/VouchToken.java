package dev.ose.s3.policy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * The secret of one condition between gateway and platform, and its place in the header with all tokens.
 *
 * <p>Ceph 16.2 matches patterns without backtracking: at a {@code *} it continues at the first character that equals
 * the next one of the pattern, and fails if the rest differs there. The header is laid out for that: a bucket's secrets
 * follow the four letters of its sign, each after as many colons as its slot, and the pattern is {@code
 * *g*H*k*Z*:*:SECRET*}. Letters and colons are in no secret. A sign has each letter once: at most three letters of a
 * sign match, in order, within an earlier sign, and the rest within its own.
 *
 * @param sign four different letters, the same for all tokens of a bucket
 * @param slot from 0, unique within a bucket
 * @param secret 128 bits in hexadecimal digits
 */
record VouchToken(String sign, int slot, String secret) {

    private static final String LETTERS = "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ";
    private static final int LETTERS_OF_SIGN = 4;
    private static final int SECRET_BYTES = 16;
    private static final int MAX_SLOT = 1_000;

    static VouchToken of(String sign, int slot, RandomGenerator random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new VouchToken(sign, slot, HexFormat.of().formatHex(secret));
    }

    static String newSign(RandomGenerator random) {
        StringBuilder left = new StringBuilder(LETTERS);
        StringBuilder sign = new StringBuilder();
        while (sign.length() < LETTERS_OF_SIGN) {
            int at = random.nextInt(left.length());
            sign.append(left.charAt(at));
            left.deleteCharAt(at);
        }
        return sign.toString();
    }

    /** Reads what {@link #text} wrote; empty for anything else. */
    static Optional<VouchToken> read(String text) {
        String[] parts = text.split("\\.", -1);
        boolean isOne = parts.length == 3
                && parts[0].length() == LETTERS_OF_SIGN
                && parts[0].chars().allMatch(c -> LETTERS.indexOf(c) >= 0)
                && !parts[1].isEmpty()
                && parts[1].length() <= 3
                && parts[1].chars().allMatch(c -> c >= '0' && c <= '9')
                && parts[2].length() == 2 * SECRET_BYTES
                && parts[2].chars().allMatch(HexFormat::isHexDigit);
        return isOne ? Optional.of(new VouchToken(parts[0], Integer.parseInt(parts[1]), parts[2])) : Optional.empty();
    }

    VouchToken {
        if (slot < 0 || slot >= MAX_SLOT) {
            throw new IllegalArgumentException("no slot: " + slot);
        }
    }

    String text() {
        return sign + '.' + slot + '.' + secret;
    }

    /** A pattern that matches headers with the token. */
    String pattern() {
        StringBuilder pattern = new StringBuilder();
        sign.chars().forEach(letter -> pattern.append('*').append((char) letter));
        return pattern.append("*:".repeat(slot + 1)).append(secret).append('*').toString();
    }

    /** The header that has these tokens; empty for none. */
    static String header(List<VouchToken> tokens) {
        SequencedMap<String, List<String>> slots = new LinkedHashMap<>();
        for (VouchToken token : tokens) {
            List<String> ofSign = slots.computeIfAbsent(token.sign, _ -> new ArrayList<>());
            while (ofSign.size() <= token.slot) {
                ofSign.add("");
            }
            ofSign.set(token.slot, token.secret);
        }
        StringBuilder header = new StringBuilder();
        slots.forEach((sign, secrets) -> {
            header.append(header.isEmpty() ? "" : " ").append(sign);
            secrets.forEach(secret -> header.append(':').append(secret));
        });
        return header.toString();
    }

    /** Its place, and not the secret. */
    @Override
    public String toString() {
        return sign + '.' + slot;
    }
}
